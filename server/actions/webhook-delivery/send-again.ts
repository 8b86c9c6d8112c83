import { z } from 'zod';
import { ApiError, errors } from '#server/domain/errors.ts';
import { uuid } from '#server/domain/fields.ts';
import { defineAction, refuseWithoutMerchant } from '#server/platform/action.ts';
import { scopeOfStore } from '#server/platform/data/merchant-scope.ts';
import { permissionRefusals, requirePermission } from '#server/stores/rules/roles.ts';
import { lockMemberStore } from '#server/stores/stores.ts';
import { deliveryObject, shownDelivery } from '#server/webhooks/rules/webhook-delivery-object.ts';
import { requireMemberDelivery, sendDeliveryAgain } from '#server/webhooks/webhook-resends.ts';
import { findStoreWebhook, recordWebhookEvent } from '#server/webhooks/webhooks.ts';

const removed = 'The webhook of this delivery has been removed';

/**
 * `webhook-delivery/send-again`: resends a delivery in any status with the same `id`, immediately and outside its
 * object's order. A pending one is tried now and keeps its position. If the webhook is paused, the delivery waits and a
 * warning says so.
 */
export const sendAgain = defineAction({
  callers: ['apiKey', 'dashboard'],
  scope: 'environment',
  keyScope: 'administer',
  layer: 'store',
  input: z.object({ id: uuid() }),
  output: z.object({ delivery: shownDelivery }),
  docs: {
    summary: 'Resend a delivery in any status',
    refusals: [
      { status: 400, message: removed, when: 'the webhook was removed' },
      { status: 403, message: permissionRefusals.manageWebhooks, when: 'the caller is neither owner nor admin' },
      errors.deliveryNotFound().when('there is no such delivery in this environment, or it is not the merchant’s'),
    ],
    example: { id: '$deliveryId' },
  },
  refuseCaller: refuseWithoutMerchant,
  async run({ tx, caller, environment, actor, now, warn }, { id }) {
    const delivery = await requireMemberDelivery(tx, caller, id);
    const store = await lockMemberStore(tx, caller.merchantId, delivery.storeId);
    requirePermission(store.role, 'manageWebhooks');
    const webhook = await findStoreWebhook(tx, { ...scopeOfStore(store), environment }, delivery.webhookId);
    if (!webhook) throw new ApiError(400, removed, 'store');
    const again = await sendDeliveryAgain(tx, delivery, now);
    const data = { deliveryId: again.id, eventType: again.eventType };
    await recordWebhookEvent(tx, webhook, { environment, actor, type: 'webhook.delivery_sent_again', data }, now);
    if (webhook.pausedAt) {
      warn('The webhook is paused, so the delivery is queued', 'Call webhook/resume to send it.');
    }
    return { delivery: deliveryObject(again) };
  },
});
