import { z } from 'zod';
import { defineAction, refuseWithoutMerchant } from '../../action.ts';
import { webhookFacts } from '../../domain/audit-facts.ts';
import { changesBetween } from '../../domain/changes.ts';
import { uuid } from '../../domain/fields.ts';
import { requirePermission } from '../../domain/roles.ts';
import { environmentOf } from '../../domain/webhook.ts';
import { recordEvent } from '../../queries/events.ts';
import { giveUpDeliveries } from '../../queries/webhook-delivery-ends.ts';
import { deleteWebhook, lockMemberWebhook } from '../../queries/webhooks.ts';
import { webhookObject, webhookOutput } from './webhook-object.ts';

/**
 * `store/remove-webhook`: ends a webhook for good; what waits for it is given up. Takes `id`; gives `data.webhook` as it was. 400 for a malformed id,
 * 403 unless owner or admin, 404 for a webhook that is not of the merchant's stores. (decisions.md, "Webhooks".)
 */
export const removeWebhook = defineAction({
  callers: ['apiKey', 'dashboard'],
  reach: 'object',
  layer: 'store',
  input: z.object({ id: uuid() }),
  output: webhookOutput,
  docs: {
    summary: 'End a webhook for good',
    refusals: [
      { status: 403, message: 'Not authorized to manage webhooks of this store', when: 'neither owner nor admin' },
      { status: 404, message: 'Webhook not found', when: 'there is no such webhook, or it is not the merchant’s' },
    ],
    example: { id: '$webhookId' },
  },
  refuseCaller: refuseWithoutMerchant,
  async run({ tx, caller, environment, actor, now, requireReach }, { id }) {
    const { store, webhook } = await lockMemberWebhook(tx, caller.merchantId, id);
    requirePermission(store.role, 'manageWebhooks');
    requireReach(environmentOf(webhook));
    // Before the webhook, as the worker locks them.
    await giveUpDeliveries(tx, { webhookId: webhook.id }, 'webhookRemoved', now);
    await deleteWebhook(tx, webhook);
    const { channel, testMode } = webhook;
    const event = {
      type: 'webhook.removed',
      objectType: 'webhook',
      objectId: webhook.id,
      data: { channel, testMode },
      changes: changesBetween(webhookFacts(webhook), null),
    } as const;
    await recordEvent(tx, { merchantId: store.merchantId, storeId: store.id, environment, actor, ...event }, now);
    return { webhook: webhookObject(webhook) };
  },
});
