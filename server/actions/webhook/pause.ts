import { z } from 'zod';
import { changesBetween } from '#server/domain/changes.ts';
import { uuid } from '#server/domain/fields.ts';
import { webhookFacts } from '#server/events/audit/rules/audit-facts.ts';
import { defineAction, refuseWithoutMerchant } from '#server/platform/action.ts';
import { pauseWebhook } from '#server/webhooks/webhook-pauses.ts';
import { recordWebhookEvent } from '#server/webhooks/webhooks.ts';
import { lockManagedWebhook, shownState, stateOf, webhookRefusals } from './webhook-object.ts';

/**
 * `webhook/pause`: nothing more is sent to a webhook, and what happens meanwhile waits for it. Takes `id`; gives
 * `data.webhook`, also where it was paused already. What is on its way arrives. 403 unless owner or admin, 404 for a webhook
 * that is not of the merchant's stores in this environment.
 */
export const pause = defineAction({
  callers: ['apiKey', 'dashboard'],
  scope: 'environment',
  layer: 'store',
  input: z.object({ id: uuid() }),
  output: z.object({ webhook: shownState }),
  docs: {
    summary: 'Send nothing to a webhook for now; what happens meanwhile waits',
    refusals: webhookRefusals,
    example: { id: '$webhookId' },
  },
  refuseCaller: refuseWithoutMerchant,
  async run(context, { id }) {
    const { tx, now } = context;
    const webhook = await lockManagedWebhook(context, id);
    const paused = await pauseWebhook(tx, webhook.id, now);
    if (!paused) return { webhook: stateOf(webhook) };
    const { environment, actor } = context;
    const changes = changesBetween(webhookFacts(webhook), webhookFacts(paused));
    await recordWebhookEvent(tx, paused, { environment, actor, type: 'webhook.paused', changes }, now);
    return { webhook: stateOf(paused) };
  },
});
