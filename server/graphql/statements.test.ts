import { createRequire } from 'node:module';
import { drizzle } from 'drizzle-orm/postgres-js';
import { expect, test } from 'vitest';
import * as schema from '../../db/schema/index.ts';
import { newMerchant, newSession, pay, sql } from '../testing/api.ts';

// By Node's own loader, as in production: Vite's would bring a second copy of graphql, which knows nothing of the first.
const { answerGraphql } = createRequire(import.meta.url)('./answer.ts') as typeof import('./answer.ts');

const query = `{ onetimeOrders(limit: 100) {
  id total product { name prices { currency } } payments { id amount order { id } } store { name }
} }`;

test('however many orders are read with their products, payments and stores, the statements are few', async () => {
  const merchant = await newMerchant();
  for (let number = 0; number < 12; number += 1) await pay(merchant, (await newSession(merchant)).sessionId);
  const statements: string[] = [];
  const db = drizzle(sql, { schema, logger: { logQuery: (statement) => statements.push(statement) } });
  const caller = { kind: 'apiKey', merchantId: merchant.id, keyId: '', environment: 'test' } as const;
  const { status, body } = await answerGraphql(db, caller, { query });
  const orders: { payments: unknown[]; product: object }[] = JSON.parse(body).data.onetimeOrders;
  expect([status, orders.length]).toEqual([200, 12]);
  expect(orders.every(({ payments, product }) => payments.length === 1 && product)).toBe(true);
  // The caller's stores, the orders, and one for each of: versions, payments, stores, the payments' orders.
  expect(statements).toHaveLength(6);
});

test('a query that asks too much is refused before anything is read', async () => {
  const statements: string[] = [];
  const db = drizzle(sql, { schema, logger: { logQuery: (statement) => statements.push(statement) } });
  const caller = { kind: 'apiKey', merchantId: '', keyId: '', environment: 'test' } as const;
  const variables = { most: 100 };
  const wide = 'query ($most: Int) { onetimeOrders(limit: $most) { payments(limit: $most) { id } } }';
  expect((await answerGraphql(db, caller, { query: wide, variables })).status).toBe(400);
  for (const order of [
    '... on OnetimeOrder { payments(limit: 100) { id } }',
    'payments(limit: 100) { id }',
    '...more',
  ]) {
    const fragment = 'fragment more on SubscriptionOrder { payments(limit: 100) { id } }';
    const query = `{ payments(limit: 100) { order { ${order} } } } ${order === '...more' ? fragment : ''}`;
    expect((await answerGraphql(db, caller, { query })).status).toBe(400);
  }
  const groups = '{ subscriptionProductGroups(limit: 20) { products { prices { currency } } } }';
  expect((await answerGraphql(db, caller, { query: groups })).status).toBe(400);
  expect(statements).toEqual([]);
});

test('what nobody foresaw is a 500 that says nothing', async () => {
  // No merchant has this id, and the database refuses to compare with it.
  const caller = { kind: 'apiKey', merchantId: 'not a uuid', keyId: '', environment: 'test' } as const;
  const { status, body } = await answerGraphql(
    drizzle(sql, { schema }),
    caller,
    { query: '{ storesCount }' },
    'request',
  );
  expect([status, JSON.parse(body).data]).toEqual([500, null]);
  expect(JSON.parse(body).errors).toEqual([
    { message: 'Internal server error', layer: 'gateway', path: ['storesCount'], locations: [{ line: 1, column: 3 }] },
  ]);
});
