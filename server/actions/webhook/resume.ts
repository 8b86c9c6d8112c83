import { z } from 'zod';
import { changesBetween } from '#server/domain/changes.ts';
import { uuid } from '#server/domain/fields.ts';
import { webhookFacts } from '#server/events/audit/rules/audit-facts.ts';
import { defineAction, refuseWithoutMerchant } from '#server/platform/action.ts';
import { resumeWebhook } from '#server/webhooks/webhook-pauses.ts';
import { recordWebhookEvent } from '#server/webhooks/webhooks.ts';
import { lockManagedWebhook, shownState, stateOf, webhookRefusals } from './webhook-object.ts';

/**
 * `webhook/resume`: takes a webhook into use again, and loses nothing: what waited goes out now, and so does what has failed
 * for good since it began to fail. Takes `id`; gives `data.webhook` and how many `deliveries` go out. One that is not paused
 * tries at once what it would have tried later. 403 unless owner or admin, 404 for a webhook that is not of the merchant's
 * stores in this environment.
 */
export const resume = defineAction({
  callers: ['apiKey', 'dashboard'],
  scope: 'environment',
  layer: 'store',
  input: z.object({ id: uuid() }),
  output: z.object({
    webhook: shownState,
    deliveries: z.int().meta({ description: 'How many go out now: those that waited, and those that had failed' }),
  }),
  docs: {
    summary: 'Send to a webhook again, also all that it missed',
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
