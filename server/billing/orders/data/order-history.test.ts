/** The history of an order: paged, with its emails and deliveries, and without rows of other orders or stores. */

import { expect, test } from 'vitest';
import { events } from '#db/schema/index.ts';
import { newId } from '#server/domain/ids.ts';
import { listPaymentEvents } from '#server/events/data/events.ts';
import { scopeOfStore } from '#server/platform/data/merchant-scope.ts';
import { db, newMerchant, type TestMerchant } from '#server/testing/api.ts';
import { newEmail } from '#server/testing/emails.ts';
import { paidOrder } from '#server/testing/orders/refunds.ts';
import { eventsOf } from '#server/testing/orders/rows.ts';
import { insertDelivery } from '#server/testing/webhooks/deliveries.ts';
import { readOrderHistory } from './order-history.ts';

const scopeOf = ({ store }: TestMerchant) => ({ ...scopeOfStore(store), environment: 'test' }) as const;
const idsOf = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);

test('pages from the newest events to the first', async () => {
  const merchant = await newMerchant();
  const { order } = await paidOrder(merchant);
  const [last] = (await eventsOf(order.id)).toReversed();
  if (!last) throw new Error('nothing happened');
  const added = [1, 2, 3].map((number) => ({ ...last, id: newId(), sequence: last.sequence + number }));
  await db.insert(events).values(added);
  const all = (await eventsOf(order.id)).toReversed();
  expect(all.length).toBeGreaterThan(3);
  const read = (before?: number) => readOrderHistory(db, scopeOf(merchant), order.id, { limit: 2, before });
  const newest = await read();
  expect([idsOf(newest.events), newest.older]).toEqual([idsOf(all.slice(0, 2)), all[1]?.sequence]);
  const second = await read(newest.older);
  expect(idsOf(second.events)).toEqual(idsOf(all.slice(2, 4)));
  const whole = await readOrderHistory(db, scopeOf(merchant), order.id, { limit: all.length });
  expect([idsOf(whole.events), whole.older]).toEqual([idsOf(all), undefined]);
  // An unknown number pages from the newest event; the number of the first event returns nothing.
  expect(idsOf((await read(999)).events)).toEqual(idsOf(newest.events));
  expect(await read(1)).toEqual({ events: [], emails: [], deliveries: [], older: undefined });
});

test('lists emails and deliveries on the page of their event', async () => {
  const merchant = await newMerchant();
  const { order } = await paidOrder(merchant);
  const start = Date.now();
  const minutesIn = (minutes: number) => new Date(start + minutes * 60_000);
  const [last] = (await eventsOf(order.id)).toReversed();
  if (!last) throw new Error('nothing happened');
  // A store's clock may be years ahead, so the pages go by the real time of recording.
  const added = [10, 20].map((minutes, index) => ({
    ...last,
    id: newId(),
    type: 'order.canceled',
    sequence: last.sequence + index + 1,
    createdAt: new Date(Date.UTC(2030, index)),
    recordedAt: minutesIn(minutes),
  }));
  const [first, second] = await db.insert(events).values(added).returning();
  if (!first || !second) throw new Error('insert returned no events');
  const email = (fields: Parameters<typeof newEmail>[1]) => newEmail(merchant, { orderId: order.id, ...fields });
  const earlier = await email({ createdAt: minutesIn(9) });
  const withoutEvent = await email({ createdAt: minutesIn(15) });
  // Sent long after its event.
  const withEvent = await email({ eventId: first.id, createdAt: minutesIn(500) });
  const latest = await email({ createdAt: minutesIn(600), status: 'failed' });
  const webhookId = newId();
  const { id: merchantId, store } = merchant;
  const delivery = await insertDelivery(db, {
    merchantId,
    storeId: store.id,
    webhookId,
    objectId: order.id,
    eventId: second.id,
    status: 'failed',
    attempts: 8,
  });
  const newest = await readOrderHistory(db, scopeOf(merchant), order.id, { limit: 1 });
  expect([idsOf(newest.emails), idsOf(newest.deliveries)]).toEqual([[latest.id], [delivery.id]]);
  expect(newest.emails[0]).toMatchObject({ status: 'failed', recipient: 'buyer@example.com' });
  expect(newest.deliveries[0]).toMatchObject({ status: 'failed', attempts: 8, url: null, orderId: order.id });
  const before = await readOrderHistory(db, scopeOf(merchant), order.id, { limit: 1, before: second.sequence });
  expect([idsOf(before.events), idsOf(before.emails), before.deliveries]).toEqual([
    [first.id],
    [withEvent.id, withoutEvent.id],
    [],
  ]);
  const rest = await readOrderHistory(db, scopeOf(merchant), order.id, { limit: 60, before: first.sequence });
  expect([idsOf(rest.emails), rest.older]).toEqual([[earlier.id], undefined]);
});

test('finds the events of one payment, in its store only', async () => {
  const [merchant, otherMerchant] = [await newMerchant(), await newMerchant()];
  const { order, paymentId } = await paidOrder(merchant);
  const about = (await eventsOf(order.id)).filter(({ data }) => data.paymentId === paymentId);
  expect(about.length).toBeGreaterThan(0);
  expect(about.length).toBeLessThan((await eventsOf(order.id)).length);
  expect(await listPaymentEvents(db, scopeOf(merchant), order.id, paymentId)).toEqual(about);
  expect(await listPaymentEvents(db, scopeOf(otherMerchant), order.id, paymentId)).toEqual([]);
  expect(await listPaymentEvents(db, scopeOf(merchant), order.id, 'PAY_x')).toEqual([]);
});

test('excludes other stores, environments and orders', async () => {
  const [merchant, otherMerchant] = [await newMerchant(), await newMerchant()];
  const { order } = await paidOrder(merchant);
  const { order: other } = await paidOrder(merchant);
  const [event] = await eventsOf(order.id);
  const emailFields = { orderId: order.id, eventId: event?.id ?? '' };
  const sent = await newEmail(merchant, emailFields);
  await newEmail(otherMerchant, emailFields);
  await newEmail(merchant, { ...emailFields, environment: 'prod' });
  await newEmail(merchant, { ...emailFields, orderId: other.id });
  const deliver = ({ id, store }: TestMerchant, fields: Partial<Parameters<typeof insertDelivery>[1]> = {}) =>
    insertDelivery(db, {
      merchantId: id,
      storeId: store.id,
      webhookId: newId(),
      objectId: order.id,
      eventId: emailFields.eventId,
      ...fields,
    });
  const delivered = await deliver(merchant);
  await deliver(otherMerchant);
  await deliver(merchant, { environment: 'prod' });
  await deliver(merchant, { objectId: other.id });
  // A test event belongs to no order.
  await deliver(merchant, { eventId: null });
  const history = await readOrderHistory(db, scopeOf(merchant), order.id, { limit: 60 });
  expect([idsOf(history.emails), idsOf(history.deliveries)]).toEqual([[sent.id], [delivered.id]]);
  for (const scope of [scopeOf(otherMerchant), { ...scopeOf(merchant), environment: 'prod' } as const]) {
    expect((await readOrderHistory(db, scope, order.id, { limit: 60 })).events).toEqual([]);
  }
});
