import { z } from 'zod';
import { ApiError } from '#server/domain/errors.ts';
import { uuid } from '#server/domain/fields.ts';
import { newId, toShortId } from '#server/domain/ids.ts';
import { defineAction, refuseWithoutMerchant } from '#server/platform/action.ts';
import { requireMemberStore } from '#server/stores/stores.ts';
import { deliveryObject, shownDelivery } from '#server/webhooks/rules/webhook-delivery-object.ts';
import { webhookEvents } from '#server/webhooks/rules/webhook-events.ts';
import { sampleBody } from '#server/webhooks/rules/webhook-sample.ts';
import { insertTestDelivery } from '#server/webhooks/webhook-resends.ts';
import { recordWebhookEvent } from '#server/webhooks/webhooks.ts';
import { lockManagedWebhook, webhookRefusals } from './webhook-object.ts';

const paused = 'The webhook is paused, resume it first';

/**
 * `webhook/send-test-event`: sends a sample event to a webhook, signed, retried and logged like any other. Its body has
 * `mode: "test"`, also in prod, and chaos mode does not affect it. The webhook need not subscribe to the type. Rejected
 * while the webhook is paused.
 */
export const sendTestEvent = defineAction({
  callers: ['apiKey', 'dashboard'],
  scope: 'environment',
  keyScope: 'administer',
  layer: 'store',
  input: z.object({ id: uuid(), eventType: z.enum(webhookEvents) }),
  output: z.object({ delivery: shownDelivery }),
  docs: {
    summary: 'Send a sample event to a webhook',
    refusals: [
      { status: 400, message: paused, when: 'the webhook is paused; resuming it loses no events' },
      ...webhookRefusals,
    ],
    example: { id: '$webhookId', eventType: 'order.completed' },
  },
  refuseCaller: refuseWithoutMerchant,
  async run(context, { id, eventType }) {
    const { tx, caller, environment, actor, now } = context;
    const webhook = await lockManagedWebhook(context, id);
    if (webhook.pausedAt) throw new ApiError(400, paused, 'store');
    const store = await requireMemberStore(tx, caller.merchantId, webhook.storeId);
    const deliveryId = newId();
    const sample = sampleBody(eventType, {
      id: deliveryId,
      timestamp: now.toISOString(),
      storeId: toShortId('STO', store.id),
      storeName: store.name,
      // In every environment, so that no receiver takes a sample for a sale.
      mode: 'test',
    });
    const body = JSON.stringify(sample);
    const delivery = await insertTestDelivery(tx, webhook, { id: deliveryId, eventType, body }, now);
    const data = { deliveryId, eventType };
    await recordWebhookEvent(tx, webhook, { environment, actor, type: 'webhook.test_event_sent', data }, now);
    return { delivery: deliveryObject(delivery) };
  },
});
