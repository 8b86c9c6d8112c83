import { z } from 'zod';
import { changesBetween } from '#server/domain/changes.ts';
import { errors } from '#server/domain/errors.ts';
import { uuid } from '#server/domain/fields.ts';
import { webhookFacts } from '#server/events/audit/rules/audit-facts.ts';
import { recordEvent } from '#server/events/data/events.ts';
import { defineAction, refuseWithoutMerchant } from '#server/platform/action.ts';
import { scopeOfStore } from '#server/platform/data/merchant-scope.ts';
import { permissionRefusals, requirePermission } from '#server/stores/rules/roles.ts';
import { giveUpDeliveries } from '#server/webhooks/data/webhook-delivery-ends.ts';
import { environmentOf } from '#server/webhooks/rules/webhook.ts';
import { deleteWebhook, lockMemberWebhook } from '#server/webhooks/webhooks.ts';
import { webhookObject, webhookOutput } from './webhook-object.ts';

/** `store/remove-webhook`: deletes a webhook and cancels its pending deliveries. (decisions.md, "Webhooks") */
export const removeWebhook = defineAction({
  callers: ['apiKey', 'dashboard'],
  scope: 'object',
  keyScope: 'administer',
  layer: 'store',
  input: z.object({ id: uuid() }),
  output: webhookOutput,
  docs: {
    summary: 'Delete a webhook',
    refusals: [
      { status: 403, message: permissionRefusals.manageWebhooks, when: 'the caller is neither owner nor admin' },
      errors.webhookNotFound().when('there is no such webhook, or it is not the merchant’s'),
    ],
    example: { id: '$webhookId' },
  },
  refuseCaller: refuseWithoutMerchant,
  async run({ tx, caller, environment, actor, now, requireEnvironment }, { id }) {
    const { store, webhook } = await lockMemberWebhook(tx, caller.merchantId, id);
    requirePermission(store.role, 'manageWebhooks');
    requireEnvironment(environmentOf(webhook));
    // Deliveries before the webhook: the worker locks them in that order.
    await giveUpDeliveries(tx, { ...scopeOfStore(store), webhookId: webhook.id }, 'webhookRemoved', now);
    await deleteWebhook(tx, webhook);
    const { channel, testMode } = webhook;
    const event = {
      type: 'webhook.removed',
      objectId: webhook.id,
      data: { channel, testMode },
      changes: changesBetween(webhookFacts(webhook), null),
    } as const;
    await recordEvent(tx, { merchantId: store.merchantId, storeId: store.id, environment, actor, ...event }, now);
    return { webhook: webhookObject(webhook) };
  },
});
