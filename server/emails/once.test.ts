/** Exactly one email per event, on a database of its own, as the relay handles all events. */
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenDatabase, openDatabase } from '#db/client.ts';
import { emails, eventOutbox, orders } from '#db/schema/index.ts';
import { orderEvent } from '#server/billing/orders/orders.ts';
import { listOrderPayments } from '#server/billing/payments/payments.ts';
import { toShortId } from '#server/domain/ids.ts';
import type { Consumer } from '#server/events/consumer.ts';
import { recordEvent } from '#server/events/data/events.ts';
import { relayEvents } from '#server/events/relay-events.ts';
import { newDatabase } from '#server/testing/databases/own-database.ts';
import { makeSubscriptions } from '#server/testing/orders/many-subscriptions.ts';
import type { TestDatabase } from '#server/testing/test-servers.ts';
import { queueEmails } from './queue-emails.ts';

let database: TestDatabase;
let opened: OpenDatabase;
beforeAll(async () => {
  database = await newDatabase();
  opened = openDatabase(database.url, { max: 4, applicationName: 'counterfoil-tests' });
});
afterAll(async () => {
  await opened.close();
  await database.close();
});

test('queues one email to the buyer and one to the owner per event, also after a crash and with several relays', async () => {
  const { db } = opened;
  const store = await makeSubscriptions(db, 5, new Date('2027-03-15T10:00:00Z'));
  const subscriptions = await db.select().from(orders).where(eq(orders.storeId, store.id));
  for (const order of subscriptions) {
    const [payment] = await listOrderPayments(db, order);
    const data = { paymentId: toShortId('PAY', payment?.id ?? ''), periodNumber: 1, from: 'active' };
    const event = orderEvent(order, { kind: 'worker', by: 'renew-subscriptions' })('subscription.renewed', data);
    await recordEvent(db, event, payment?.succeededAt ?? new Date());
  }
  const dying: Consumer = {
    name: 'dying',
    handle: async () => {
      throw new Error('the worker died');
    },
  };
  const now = new Date();
  await relayEvents(db, now, { consumers: [queueEmails, dying] });
  expect(await db.select().from(emails)).toEqual([]);
  const later = new Date(now.getTime() + 10_000);
  for (let round = 0; round < 2; round += 1) {
    await Promise.all([1, 2, 3].map(() => relayEvents(db, later, { consumers: [queueEmails] })));
  }
  expect(await db.select().from(eventOutbox)).toEqual([]);
  const written = await db.select().from(emails).orderBy(asc(emails.createdAt), asc(emails.id));
  for (const { id } of subscriptions) {
    const kinds = written.filter(({ orderId }) => orderId === id).map(({ kind }) => kind);
    expect(kinds).toEqual([
      'subscription_confirmation',
      'new_subscription',
      'subscription_cycled',
      'subscription_renewed_notice',
    ]);
  }
  expect(written).toHaveLength(20);
});
