/** Turns events into deliveries, one for each matching webhook of the store, paused ones included. */
import type { Tx } from '#db/client.ts';
import { idOfPair } from '#server/domain/ids.ts';
import type { Consumer } from '#server/events/consumer.ts';
import type { EventRow } from '#server/events/data/events.ts';
import { bodyOf, type PayloadFacts } from './body.ts';
import { insertDeliveries, listWebhooksWithStores, type WebhookDelivery } from './data/webhook-deliveries.ts';
import { mayBeWebhookEvent, readPayloadFacts } from './payload-facts.ts';
import { chaosOf, givenUpReasons } from './rules/webhook-delivery.ts';

export interface QueueOptions {
  /** A number from 0 up to 1, for chaos mode. */
  readonly random?: () => number;
}

/** The consumer that queues deliveries. */
export const queueDeliveries = ({ random = Math.random }: QueueOptions = {}): Consumer => ({
  name: 'queue-deliveries',
  async handle(tx, events, now) {
    const facts = events.filter(mayBeWebhookEvent);
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
  const [first] = events;
  const found = first ? await listWebhooksWithStores(tx, { merchantId: first.merchantId, storeIds }) : [];
  const byStore = Map.groupBy(found, ({ webhook }) => webhook.storeId);
  return {
    of: ({ storeId, environment }: EventRow): readonly Target[] =>
      (byStore.get(storeId ?? '') ?? []).filter(({ webhook }) => webhook.testMode === (environment === 'test')),
  };
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
