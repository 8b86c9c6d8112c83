/** Webhooks and deliveries in a database without other activity, at times that the test sets. */
import { asc, eq } from 'drizzle-orm';
import postgres from 'postgres';
import { onTestFinished } from 'vitest';
import { openDatabase, type Tx } from '#db/client.ts';
import { events, webhookAttempts, webhookDeliveries, webhooks } from '#db/schema/index.ts';
import type { Environment } from '#server/domain/environments.ts';
import { toShortId } from '#server/domain/ids.ts';
import type { Consumer } from '#server/events/consumer.ts';
import { recordEvents } from '#server/events/data/events.ts';
import { relayEvents } from '#server/events/relay-events.ts';
import type { EventType } from '#server/events/rules/registry.ts';
import { sendWebhook } from '#server/providers/webhooks/send.ts';
import { type DeliverOptions, newDeliverer } from '#server/webhooks/deliver.ts';
import { messageFor } from '#server/webhooks/message.ts';
import { queueDeliveries } from '#server/webhooks/queue-deliveries.ts';
import type { WebhookEvent } from '#server/webhooks/rules/webhook-events.ts';
import { webhookEvents } from '#server/webhooks/rules/webhook-events.ts';
import { webhookSigner } from '#server/webhooks/sign.ts';
import { insertWebhook, type Webhook } from '#server/webhooks/webhooks.ts';
import { newDatabase } from '../databases/own-database.ts';
import { makeSubscriptions } from '../orders/many-subscriptions.ts';
import { testSecret } from '../test-secret.ts';

/** The time at which these tests begin. */
export const start = new Date('2026-11-21T09:30:00.000Z');
export const secondsAfter = (seconds: number): Date => new Date(start.getTime() + seconds * 1000);

/** Creates a store with this many subscriptions, due at `dueAt`, in a database of its own. */
export async function newQuietStore(subscriptions = 3, dueAt = secondsAfter(0)) {
  const database = await newDatabase();
  const { db, close } = openDatabase(database.url, { max: 4, applicationName: 'counterfoil-tests' });
  const sql = postgres(database.url, { max: 4, onnotice: () => {} });
  onTestFinished(async () => {
    await Promise.all([close(), sql.end()]);
    await database.close();
  });
  const store = await makeSubscriptions(db, subscriptions, dueAt);
  const orders = await sql<{ id: string }[]>`select id from orders order by id`;
  // Deletes the events of the setup.
  await sql`delete from event_outbox`;
  const sign = webhookSigner(db, testSecret);

  const deliverer = (now: Date, options: Partial<DeliverOptions> = {}, onEnd?: () => void) =>
    newDeliverer(
      db,
      {
        readClock: () => now,
        random: () => 0.5,
        messageFor: (delivery, webhook, at) => messageFor(delivery, webhook, sign, at),
        send: (request, { timeoutMs }) => sendWebhook(request, { privateAddresses: true, timeoutMs }),
        ...options,
      },
      onEnd,
    );

  return {
    db,
    sql,
    url: database.url,
    store,
    orderIds: orders.map(({ id }) => id),
    addWebhook: (url: string, fields: Partial<Webhook> = {}, at = start): Promise<Webhook> =>
      insertWebhook(
        db,
        store,
        { channel: 'http', url, events: webhookEvents, testMode: true, secret: null, ...fields },
        at,
      ),
    changeWebhook: (id: string, fields: Partial<Webhook>) => db.update(webhooks).set(fields).where(eq(webhooks.id, id)),
    webhook: async (id: string) => (await db.select().from(webhooks).where(eq(webhooks.id, id)))[0],
    /** Records events of an order, in this order. */
    recordEvents: (
      orderId: string,
      types: readonly EventType[],
      at = start,
      environment: Environment = 'test',
      tx: Tx = db,
    ): Promise<string[]> =>
      recordEvents(
        tx,
        types.map((type) => ({
          merchantId: store.merchantId,
          storeId: store.id,
          environment,
          type,
          objectId: orderId,
          actor: { kind: 'worker', by: 'test' },
          data: { periodNumber: 1 },
        })),
        at,
      ),
    /** Relays the recorded events to the consumers until none is waiting; returns their number. */
    async relay(
      now = start,
      consumers: readonly Consumer[] = [queueDeliveries({ random: () => 0.5 })],
    ): Promise<number> {
      const run = () => relayEvents(db, now, { consumers });
      let relayed = 0;
      for (let done = await run(); done > 0; done = await run()) relayed += done;
      return relayed;
    },
    deliverer,
    /** Sends like a worker with a shorter timeout. */
    sendQuickly: ((request) =>
      sendWebhook(request, { privateAddresses: true, timeoutMs: 300 })) as DeliverOptions['send'],
    /** Delivers until nothing is due. */
    async deliver(now = start, options: Partial<DeliverOptions> = {}): Promise<void> {
      const current = deliverer(now, options);
      for (let done = 1; done > 0; ) done = (await current.run()) + (await current.finish());
    },
    deliveries: () =>
      db
        .select()
        .from(webhookDeliveries)
        .orderBy(asc(webhookDeliveries.webhookId), asc(webhookDeliveries.objectId), asc(webhookDeliveries.sequence)),
    attempts: () =>
      db.select().from(webhookAttempts).orderBy(asc(webhookAttempts.deliveryId), asc(webhookAttempts.attempt)),
    eventsOf: (objectId: string) =>
      db.select().from(events).where(eq(events.objectId, objectId)).orderBy(asc(events.sequence)),
  };
}

export type QuietStore = Awaited<ReturnType<typeof newQuietStore>>;

/** Returns the received event types of an order, in the order of arrival. */
export const typesOf = (requests: readonly { body: { eventType: WebhookEvent; data: object } }[], orderId: string) =>
  requests
    .filter(({ body }) => 'orderId' in body.data && body.data.orderId === toShortId('ORD', orderId))
    .map(({ body }) => body.eventType);
