import { z } from 'zod';
import { changesBetween } from '#server/domain/changes.ts';
import { uuid } from '#server/domain/fields.ts';
import { webhookFacts } from '#server/events/audit/rules/audit-facts.ts';
import { defineAction, refuseWithoutMerchant } from '#server/platform/action.ts';
import { pauseWebhook } from '#server/webhooks/webhook-pauses.ts';
import { recordWebhookEvent } from '#server/webhooks/webhooks.ts';
import { lockManagedWebhook, shownState, stateOf, webhookRefusals } from './webhook-object.ts';

/**
 * `webhook/pause`: stops sending to a webhook; new events wait. Idempotent. Requests in progress are not interrupted.
 */
export const pause = defineAction({
  callers: ['apiKey', 'dashboard'],
  scope: 'environment',
  keyScope: 'administer',
  layer: 'store',
  input: z.object({ id: uuid() }),
  output: z.object({ webhook: shownState }),
  docs: {
    summary: 'Pause a webhook; new events are queued',
    refusals: webhookRefusals,
    example: { id: '$webhookId' },
  },
  refuseCaller: refuseWithoutMerchant,
  async run(context, { id }) {
    const { tx, now } = context;
    const webhook = await lockManagedWebhook(context, id);
    const paused = await pauseWebhook(tx, webhook, now);
    if (!paused) return { webhook: stateOf(webhook) };
    const { environment, actor } = context;
    const changes = changesBetween(webhookFacts(webhook), webhookFacts(paused));
    await recordWebhookEvent(tx, paused, { environment, actor, type: 'webhook.paused', changes }, now);
    return { webhook: stateOf(paused) };
  },
});
