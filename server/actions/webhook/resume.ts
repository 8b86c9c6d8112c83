import { z } from 'zod';
import { changesBetween } from '#server/domain/changes.ts';
import { uuid } from '#server/domain/fields.ts';
import { webhookFacts } from '#server/events/audit/rules/audit-facts.ts';
import { defineAction, refuseWithoutMerchant } from '#server/platform/action.ts';
import { resumeWebhook } from '#server/webhooks/webhook-pauses.ts';
import { recordWebhookEvent } from '#server/webhooks/webhooks.ts';
import { lockManagedWebhook, shownState, stateOf, webhookRefusals } from './webhook-object.ts';

/**
 * `webhook/resume`: resumes a webhook without losing events: waiting deliveries go out now, and so do those that failed
 * for good since it began to fail. For a webhook that is not paused, retries scheduled for later run now.
 */
export const resume = defineAction({
  callers: ['apiKey', 'dashboard'],
  scope: 'environment',
  keyScope: 'administer',
  layer: 'store',
  input: z.object({ id: uuid() }),
  output: z.object({
    webhook: shownState,
    deliveries: z.int().meta({ description: 'The number of pending and failed deliveries that are sent now' }),
  }),
  docs: {
    summary: 'Resume a webhook and send the events it missed',
    refusals: webhookRefusals,
    example: { id: '$webhookId' },
  },
  refuseCaller: refuseWithoutMerchant,
  async run(context, { id }) {
    const { tx, environment, actor, now } = context;
    const paused = await lockManagedWebhook(context, id);
    const { webhook, deliveries } = await resumeWebhook(tx, paused, now);
    const changes = changesBetween(webhookFacts(paused), webhookFacts(webhook));
    const event = { type: 'webhook.resumed', data: { deliveries }, changes } as const;
    await recordWebhookEvent(tx, webhook, { environment, actor, ...event }, now);
    return { webhook: stateOf(webhook), deliveries };
  },
});
