/** Turns events into deliveries, one for each matching webhook of the store, paused ones included. */
import type { Tx } from '#db/client.ts';
import { idOfPair } from '#server/domain/ids.ts';
import type { Consumer } from '#server/events/consumer.ts';
import type { EventRow } from '#server/events/data/events.ts';
import { bodyOf, namedIn, type PayloadFacts, periodIn, withRows } from './body.ts';
import { readPayloadRows } from './data/payload-facts.ts';
import { insertDeliveries, listWebhooksWithStores, type WebhookDelivery } from './data/webhook-deliveries.ts';
import { chaosOf, givenUpReasons } from './rules/webhook-delivery.ts';
import { hasWebhookEvent, webhookEventName } from './webhook-event-names.ts';

export interface QueueOptions {
  /** A number from 0 up to 1, for chaos mode. */
  readonly random?: () => number;
}

/** The consumer that queues deliveries. */
export const queueDeliveries = ({ random = Math.random }: QueueOptions = {}): Consumer => ({
  name: 'queue-deliveries',
  async handle(tx, events, now) {
    const facts = events.filter(
      ({ type, storeId, objectType }) => storeId && objectType === 'order' && hasWebhookEvent(type),
    );
    const targets = await findTargets(tx, facts);
    const matchedEvents = facts.filter((event) => targets.of(event).length > 0);
    const rows: WebhookDelivery[] = [];
    for (const payload of await readPayloadFacts(tx, matchedEvents)) {
      for (const target of targets.of(payload.event)) {
        if (target.webhook.events.includes(payload.eventType)) rows.push(deliveryOf(payload, target, now, random));
      }
    }
    await insertDeliveries(tx, rows);
  },
});

type Target = Awaited<ReturnType<typeof listWebhooksWithStores>>[number];

/** The webhooks of each event's store and environment. */
async function findTargets(tx: Tx, events: readonly EventRow[]) {
  const storeIds = [...new Set(events.flatMap(({ storeId }) => storeId ?? []))];
  const found = storeIds.length === 0 ? [] : await listWebhooksWithStores(tx, storeIds);
  const byStore = Map.groupBy(found, ({ webhook }) => webhook.storeId);
  return {
    of: ({ storeId, environment }: EventRow): readonly Target[] =>
      (byStore.get(storeId ?? '') ?? []).filter(({ webhook }) => webhook.testMode === (environment === 'test')),
  };
}

async function readPayloadFacts(tx: Tx, events: readonly EventRow[]): Promise<PayloadFacts[]> {
  if (events.length === 0) return [];
  const rows = await readPayloadRows(tx, {
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

function deliveryOf(
  facts: PayloadFacts,
  { webhook, storeName }: Target,
  now: Date,
  random: () => number,
): WebhookDelivery {
  const { event, eventType } = facts;
  const id = idOfPair(event.id, webhook.id);
  const chaos = webhook.testMode && webhook.chaos ? chaosOf(webhook.chaos, random(), random()) : null;
  const isDropped = chaos?.kind === 'drop';
  return {
    id,
    merchantId: webhook.merchantId,
    storeId: webhook.storeId,
    environment: event.environment,
    webhookId: webhook.id,
    channel: webhook.channel,
    eventId: event.id,
    eventType,
    objectId: event.objectId,
    sequence: event.sequence,
    isOrdered: chaos?.kind !== 'reorder',
    chaos: chaos?.kind ?? null,
    body: JSON.stringify(bodyOf(facts, { id, storeName })),
    status: isDropped ? 'failed' : 'pending',
    attempts: 0,
    roundStart: 0,
    nextAttemptAt: new Date(now.getTime() + (chaos?.delayMs ?? 0)),
    lastStatus: null,
    lastError: isDropped ? givenUpReasons.dropped : null,
    deliveredAt: null,
    createdAt: now,
    updatedAt: now,
  };
}
