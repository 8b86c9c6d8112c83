/** Reads what the payloads of events are made from. */
import type { Tx } from '#db/client.ts';
import type { EventRow } from '#server/events/data/events.ts';
import { namedIn, type PayloadFacts, periodIn, withRows } from './body.ts';
import { readPayloadRows } from './data/payload-facts.ts';
import { hasWebhookEvent, webhookEventName } from './webhook-event-names.ts';

/** Whether an event may become a webhook event. */
export const mayBeWebhookEvent = ({ type, storeId, objectType }: EventRow): boolean =>
  storeId !== null && objectType === 'order' && hasWebhookEvent(type);

/**
 * The facts of a merchant's events that are webhook events, in the given order. Takes a few statements for any number of
 * events.
 */
export async function readPayloadFacts(tx: Tx, events: readonly EventRow[]): Promise<PayloadFacts[]> {
  const [first] = events;
  if (!first) return [];
  const rows = await readPayloadRows(tx, {
    merchantId: first.merchantId,
    storeIds: [...new Set(events.flatMap(({ storeId }) => storeId ?? []))],
    orderIds: [...new Set(events.map(({ objectId }) => objectId))],
    paymentIds: events.flatMap((event) => namedIn(event, 'paymentId') ?? []),
    refundIds: events.flatMap((event) => namedIn(event, 'refundId') ?? []),
    periods: events
      .filter((event) => namedIn(event, 'paymentId') === undefined)
      .flatMap((event) => {
        const periodNumber = periodIn(event);
        return periodNumber === undefined ? [] : [{ orderId: event.objectId, periodNumber }];
      }),
  });
  return events.flatMap(
    (event) => withRows(event, rows, ({ order }) => webhookEventName(event.type, order.productType)) ?? [],
  );
}
