/** The dashboard's lists: rows, order, pages and isolation. */

import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { orders } from '#db/schema/index.ts';
import { readFullOrders, searchOrders } from '#server/billing/orders/data/order-search.ts';
import { type Order, saveOrderStatus } from '#server/billing/orders/orders.ts';
import { readOrderFilter } from '#server/billing/orders/rules/order-filter.ts';
import { searchPayments } from '#server/billing/payments/data/payment-search.ts';
import { readPaymentFilter } from '#server/billing/payments/rules/payment-filter.ts';
import { readSpent, searchCustomers } from '#server/customers/data/customers.ts';
import { readCustomerFilter } from '#server/customers/rules/customer-filter.ts';
import { fromShortId, toShortId } from '#server/domain/ids.ts';
import { scopeOfStore } from '#server/platform/data/merchant-scope.ts';
import { db, newMerchant, newProduct, type TestMerchant } from '#server/testing/api.ts';
import { asSubscription, copyOrder, type OrderCopy } from '#server/testing/orders/order-copies.ts';
import { paidOrder } from '#server/testing/orders/refunds.ts';
import { type PagePosition, readAll } from './paging.ts';
import { searchWithTimeout } from './search-timeout.ts';

const day = (number: number) => new Date(Date.UTC(2026, 0, number, 12));
let shop: TestMerchant;
let bought: typeof orders.$inferSelect;
let ownOrders: Order[];
/** Rows in the same database that do not belong to the shop's test environment. */
let otherOrders: Order[];

const scope = () => ({ ...scopeOfStore(shop.store), environment: 'test' }) as const;
const found = async (query: string, position: PagePosition = {}, limit = 50) => {
  const { filter } = readOrderFilter(new URLSearchParams(query));
  const leaf = await searchOrders(db, scope(), filter, position, limit);
  return { ...leaf, names: leaf.rows.map(({ id }) => nameOf(id)) };
};
const nameOf = (id: string) => ownOrders.find((order) => order.id === id)?.merchantExternalId ?? `not ours: ${id}`;

/** The orders that lists are searched for; the newest last. */
const copies = (productId: string): OrderCopy[] => [
  { merchantExternalId: 'a', status: 'completed', createdAt: day(1), buyerEmail: 'Ana@example.com', payment: {} },
  { merchantExternalId: 'b', status: 'pending', createdAt: day(2), completedAt: null, buyerEmail: null },
  { merchantExternalId: 'c', status: 'completed', createdAt: day(3), totalMinor: 500, buyerIdentity: 'u-7' },
  { merchantExternalId: 'd', status: 'expired', createdAt: day(3), completedAt: null, currency: 'EUR' },
  {
    merchantExternalId: 'e',
    ...asSubscription(day(4)),
    createdAt: day(4),
    buyerEmail: 'anatol@example.com',
    payment: { status: 'failed', failureCode: 'insufficient_funds' },
  },
  {
    merchantExternalId: 'f',
    ...asSubscription(day(5)),
    status: 'past_due',
    pastDueSince: day(5),
    createdAt: day(5),
    productId,
    buyerEmail: 'bo_b@example.com',
  },
];

beforeAll(async () => {
  shop = await newMerchant();
  const first = await paidOrder(shop);
  bought = { ...first.order, buyerIdentity: null, buyerEmail: 'zoe@example.com' };
  const product = await newProduct(shop);
  ownOrders = await copyOrder(db, bought, copies(fromShortId('PROD', product.id) ?? ''));
  const otherOrder = (await paidOrder(await newMerchant())).order;
  const alike = { merchantExternalId: 'a', buyerEmail: 'ana@example.com', createdAt: day(9), payment: {} };
  otherOrders = [
    ...(await copyOrder(db, { ...otherOrder, buyerIdentity: null }, [alike])),
    ...(await copyOrder(db, bought, [{ ...alike, environment: 'prod' }])),
  ];
});

describe('orders', () => {
  test('lists all rows, newest first, without those of other stores and environments', async () => {
    const { rows } = await searchOrders(db, scope(), readOrderFilter(new URLSearchParams()).filter, {}, 50);
    expect(rows).toHaveLength(ownOrders.length + 1);
    expect(rows.map(({ id }) => id)).toEqual(expect.arrayContaining(ownOrders.map(({ id }) => id)));
    for (const { id } of otherOrders) expect(rows.map((row) => row.id)).not.toContain(id);
  });

  test.each<[string, string[]]>([
    ['status=completed&until=2026-01-31', ['c', 'a']],
    ['status=completed&status=active&status=expired&until=2026-01-31', ['e', 'd', 'c', 'a']],
    ['type=subscription', ['f', 'e']],
    ['type=subscription&status=completed', []],
    ['type=onetime&status=expired&status=active', ['d']],
    ['currency=eur', ['d']],
    ['currency=USD&most=5.00&until=2026-01-31', ['c']],
    ['most=5.00&until=2026-01-02', ['b', 'a']],
    ['from=2026-01-02&until=2026-01-03&sort=oldest', ['b', 'c', 'd']],
    ['country=FR', []],
    ['country=US&from=2026-01-05&until=2026-01-31', ['f']],
    ['q=ana', ['e', 'a']],
    ['q=ANA%40', ['a']],
    ['q=bo_', ['f']],
    ['q=bo%25', []],
    ['q=u-7', ['c']],
    ['q=U-7', []],
    ['q=c', ['c']],
    ['q=ana&status=completed', ['a']],
  ])('%s', async (query, names) => {
    const { names: listed } = await found(query);
    // For equal times, the higher id is newer.
    expect(listed).toEqual(names);
  });

  test('finds them by their ids and those of their product, customer and payment', async () => {
    const [a, , , , , f] = ownOrders;
    if (!a || !f) throw new Error('not all were made');
    expect((await found(`q=${toShortId('ORD', a.id)}`)).names).toEqual(['a']);
    expect((await found(`q=${a.id}`)).names).toEqual(['a']);
    expect((await found(`product=${toShortId('PROD', f.productId)}`)).names).toEqual(['f']);
    expect((await found(`customer=${a.customerId}`)).names).toEqual(['a']);
    const { rows } = await searchPayments(
      db,
      scope(),
      readPaymentFilter(new URLSearchParams({ q: a.id })).filter,
      {},
      9,
    );
    expect((await found(`q=${toShortId('PAY', rows[0]?.id ?? '')}`)).names).toEqual(['a']);
    expect((await found(`q=${toShortId('ORD', otherOrders[0]?.id ?? '')}`)).names).toEqual([]);
  });

  test.each(['until=2026-01-31', 'status=completed&status=pending&status=expired&status=active&until=2026-01-31'])(
    'pages to the end and back: %s',
    async (query) => {
      const whole = (await found(query)).names;
      const first = await found(query, {}, 2);
      expect([first.names, first.newer, first.isFirst]).toEqual([whole.slice(0, 2), undefined, true]);
      const second = await found(query, { before: first.older }, 2);
      expect([second.names, second.isFirst]).toEqual([whole.slice(2, 4), false]);
      const third = await found(query, { before: second.older }, 2);
      expect([third.names, third.older]).toEqual([whole.slice(4, 6), whole.length > 6 ? third.older : undefined]);
      const back = await found(query, { after: third.newer }, 2);
      expect([back.names, back.newer !== undefined]).toEqual([whole.slice(2, 4), true]);
      const start = await found(query, { after: back.newer }, 2);
      expect([start.names, start.newer, start.isFirst]).toEqual([whole.slice(0, 2), undefined, true]);
    },
  );

  test('pages in reverse when oldest first', async () => {
    const query = 'until=2026-01-31&sort=oldest';
    const whole = (await found(query)).names;
    const first = await found(query, {}, 4);
    expect([first.names, first.older]).toEqual([whole.slice(0, 4), undefined]);
    const second = await found(query, { after: first.newer }, 4);
    expect([second.names, second.newer]).toEqual([whole.slice(4), undefined]);
    expect((await found(query, { before: second.older }, 4)).names).toEqual(whole.slice(0, 4));
  });

  test('starts at the first page for an unknown cursor', async () => {
    const whole = (await found('until=2026-01-31')).names;
    for (const { id } of otherOrders) expect((await found('until=2026-01-31', { before: id })).names).toEqual(whole);
  });

  test('reads all rows in batches', async () => {
    const { filter } = readOrderFilter(new URLSearchParams('until=2026-01-31'));
    const batches = [];
    const read = (position: PagePosition, limit: number) => readFullOrders(db, scope(), filter, position, limit);
    for await (const rows of readAll(4, read, ({ order }) => order.id)) batches.push(rows);
    expect(batches.map((rows) => rows.map(({ order }) => nameOf(order.id)))).toEqual([
      ['f', 'e', 'd', 'c'],
      ['b', 'a'],
    ]);
  });
});

describe('subscriptions', () => {
  const goesOn = asSubscription(day(1));
  let merchant: TestMerchant;
  let all: Order[];
  const listed = async (query: string, position: PagePosition = {}, limit = 9) => {
    const { filter } = readOrderFilter(new URLSearchParams(query), 'subscription');
    const leaf = await searchOrders(
      db,
      { ...scopeOfStore(merchant.store), environment: 'test' },
      filter,
      position,
      limit,
    );
    return { ...leaf, indexes: leaf.rows.map((row) => all.findIndex(({ id }) => id === row.id)) };
  };

  beforeAll(async () => {
    merchant = await newMerchant();
    const { order } = await paidOrder(merchant);
    all = await copyOrder(db, order, [
      { ...goesOn, createdAt: day(1), nextChargeAt: day(30) },
      { ...goesOn, createdAt: day(2), nextChargeAt: day(20), billingPeriod: 'yearly' },
      { ...goesOn, createdAt: day(3), nextChargeAt: null, status: 'canceled' },
      { ...goesOn, createdAt: day(4), nextChargeAt: day(30), status: 'past_due', pastDueSince: day(4) },
      { ...goesOn, createdAt: day(5), nextChargeAt: null, status: 'canceling', billingPeriod: 'yearly' },
      { ...goesOn, createdAt: day(6), nextChargeAt: day(10), environment: 'prod' },
    ]);
  });

  test.each<[string, number[]]>([
    ['period=yearly', [4, 1]],
    ['period=weekly', []],
    ['period=yearly&status=active', [1]],
    // Rows without a next charge come last; for equal times, the lower id first.
    ['sort=charge', [1, 0, 3, 2, 4]],
    ['sort=charge&status=active&status=past_due', [1, 0, 3]],
    ['sort=charge&period=monthly&until=2026-01-03', [0, 2]],
  ])('%s', async (query, indexes) => {
    expect((await listed(query)).indexes).toEqual(indexes);
  });

  test('pages by next charge to the end and back', async () => {
    const first = await listed('sort=charge', {}, 2);
    expect([first.indexes, first.older]).toEqual([[1, 0], undefined]);
    const second = await listed('sort=charge', { after: first.newer }, 2);
    expect(second.indexes).toEqual([3, 2]);
    const third = await listed('sort=charge', { after: second.newer }, 2);
    expect([third.indexes, third.newer]).toEqual([[4], undefined]);
    const back = await listed('sort=charge', { before: third.older }, 2);
    expect(back.indexes).toEqual([3, 2]);
  });

  test('exports newest first, however the list is sorted', async () => {
    const { filter } = readOrderFilter(new URLSearchParams('sort=charge&period=monthly'), 'subscription');
    const storeScope = { ...scopeOfStore(merchant.store), environment: 'test' } as const;
    const { rows } = await readFullOrders(db, storeScope, filter, {}, 9);
    expect(rows.map((row) => all.findIndex(({ id }) => id === row.order.id))).toEqual([3, 2, 0]);
  });
});

describe('payments', () => {
  const listed = async (query: string) => {
    const { filter } = readPaymentFilter(new URLSearchParams(query));
    return (await searchPayments(db, scope(), filter, {}, 50)).rows.map(({ orderId }) => nameOf(orderId));
  };

  test.each<[string, string[]]>([
    ['until=2026-01-31', ['e', 'a']],
    ['status=failed', ['e']],
    ['status=failed&status=succeeded&until=2026-01-31', ['e', 'a']],
    ['decline=insufficient_funds', ['e']],
    ['decline=expired_card', []],
    ['q=anatol', ['e']],
    ['refunded=yes', []],
    ['type=onetime&until=2026-01-31', ['a']],
    ['type=subscription', ['e']],
    ['type=renewal', []],
    ['country=US&until=2026-01-31', ['e', 'a']],
    ['country=FR', []],
    ['country=US&type=subscription&status=failed&status=succeeded', ['e']],
  ])('%s', async (query, names) => {
    expect(await listed(query)).toEqual(names);
  });

  test('finds payments of one product, and renewals of subscriptions', async () => {
    const merchant = await newMerchant();
    const { order } = await paidOrder(merchant);
    const product = await newProduct(merchant);
    const productId = fromShortId('PROD', product.id) ?? '';
    const goesOn = { ...asSubscription(day(1)), productId };
    const copies = await copyOrder(db, order, [
      { ...goesOn, createdAt: day(1), payment: { periodNumber: 1 } },
      { ...goesOn, createdAt: day(2), payment: { periodNumber: 2 } },
      { ...goesOn, createdAt: day(3), trialEndsAt: day(4), payment: { periodNumber: 0 } },
      { ...goesOn, createdAt: day(4), trialEndsAt: day(5), payment: { periodNumber: 1 } },
    ]);
    const found = async (query: string) => {
      const { filter } = readPaymentFilter(new URLSearchParams(query));
      const storeScope = { ...scopeOfStore(merchant.store), environment: 'test' } as const;
      const { rows } = await searchPayments(db, storeScope, filter, {}, 9);
      return rows.map(({ orderId }) => copies.findIndex(({ id }) => id === orderId));
    };
    expect(await found('type=renewal')).toEqual([3, 1]);
    expect(await found('type=subscription')).toEqual([3, 2, 1, 0]);
    expect(await found(`product=${product.id}`)).toEqual([3, 2, 1, 0]);
    expect(await found(`product=${product.id}&status=failed&status=succeeded&until=2026-01-02`)).toEqual([1, 0]);
    // The first was bought at the shop's regular price.
    expect(await found('type=onetime')).toEqual([-1]);
    expect(await found(`product=${toShortId('PROD', shop.store.id)}`)).toEqual([]);
  });

  test('includes the refunded amount', async () => {
    const merchant = await newMerchant();
    const { order, paymentId } = await paidOrder(merchant);
    await merchant.call('refund/create-refund', { paymentId, amount: '5.00' });
    const { filter } = readPaymentFilter(new URLSearchParams('refunded=yes'));
    const { rows } = await searchPayments(db, { ...scopeOfStore(merchant.store), environment: 'test' }, filter, {}, 9);
    expect(rows).toMatchObject([{ orderId: order.id, refundedMinor: 500, amountMinor: 2900 }]);
  });
});

describe('customers', () => {
  const listed = async (query: string) => {
    const { filter } = readCustomerFilter(new URLSearchParams(query));
    return (await searchCustomers(db, scope(), filter, {}, 50)).rows;
  };
  const emails = async (query: string) => (await listed(query)).map(({ email, identity }) => identity ?? email);

  test('lists buyers by identity', async () => {
    // Two have an email of their own, one has the merchant's id; an unpaid order makes no customer.
    expect((await emails('')).toSorted((a, b) => String(a).localeCompare(String(b)))).toEqual([
      'Ana@example.com',
      'anatol@example.com',
      'bo_b@example.com',
      'buyer@example.com',
      'u-7',
    ]);
    expect(await emails('q=ana&sort=first')).toEqual(expect.arrayContaining(['anatol@example.com', 'Ana@example.com']));
    expect(await emails('q=u-7')).toEqual(['u-7']);
    expect(await emails('q=U-7')).toEqual([]);
    expect(await emails('country=FR')).toEqual([]);
    expect(await emails('returning=yes')).toEqual([]);
  });

  test('treats emails in any case as one buyer, an identity as another, and counts concurrent orders once', async () => {
    const merchant = await newMerchant();
    const { order } = await paidOrder(merchant);
    const base = { ...order, buyerIdentity: null, storeId: merchant.store.id };
    const done = { status: 'completed', completedAt: day(2) } as const;
    const pending = { status: 'pending', completedAt: null } as const;
    const rows = await copyOrder(db, base, [
      { ...done, buyerEmail: 'kim@example.com', billingDetail: { country: 'DE', isBusiness: false } },
      { ...done, completedAt: day(5), buyerEmail: 'KIM@example.com' },
      { ...done, buyerEmail: 'kim@example.com', buyerIdentity: 'kim' },
      { ...pending, buyerEmail: 'kim@example.com' },
      { ...pending, buyerEmail: 'late@example.com' },
      { ...pending, buyerEmail: 'late@example.com' },
    ]);
    const [, , , , one, two] = rows;
    const complete = (row: (typeof rows)[number] | undefined) =>
      db.transaction(async (tx) => {
        if (row?.productType === 'onetime')
          await saveOrderStatus(tx, row, 'completed', { completedAt: day(2) }, day(2));
      });
    await Promise.all([complete(one), complete(two)]);
    const { filter } = readCustomerFilter(new URLSearchParams());
    const storeScope = { ...scopeOfStore(merchant.store), environment: 'test' } as const;
    const remaining = (await searchCustomers(db, storeScope, filter, {}, 50)).rows.filter(
      ({ key }) => !key.includes('buyer@'),
    );
    expect(remaining.map(({ key, orders: count }) => `${key} ${count}`).toSorted((a, b) => a.localeCompare(b))).toEqual(
      ['email:kim@example.com 2', 'email:late@example.com 2', 'id:kim 1'],
    );
    const kim = remaining.find(({ key }) => key === 'email:kim@example.com');
    expect(kim).toMatchObject({ firstOrderAt: day(2), lastOrderAt: day(5), email: 'KIM@example.com' });
    const again = await db
      .select({ id: orders.customerId })
      .from(orders)
      .where(eq(orders.id, rows[3]?.id ?? ''));
    expect(again).toEqual([{ id: null }]);
  });

  test('sums what they spent per currency', async () => {
    const [customer] = await listed('q=ana%40');
    const spent = await readSpent(db, scope(), [customer?.id ?? '', otherOrders[0]?.customerId ?? '']);
    expect([...spent]).toMatchObject([[customer?.id, [{ currency: 'USD', paidMinor: 2900n, refundedMinor: 0n }]]]);
  });
});

test('reports a search that times out', async () => {
  const sleepy = (seconds: number) =>
    searchWithTimeout(db, shop.id, (tx) => tx.execute(`select pg_sleep(${seconds})`), 50);
  expect(await sleepy(5)).toBeUndefined();
  expect(await sleepy(0)).toBeDefined();
});
