import { createRequire } from 'node:module';
import { drizzle } from 'drizzle-orm/postgres-js';
import { expect, test } from 'vitest';
import * as schema from '../../db/schema/index.ts';
import { newMember, newMerchant, newWebhook, send, sql } from '../testing/api.ts';

// By Node's own loader, as in production: Vite's would bring a second copy of graphql, which knows nothing of the first.
const { answerGraphql } = createRequire(import.meta.url)('./answer.ts') as typeof import('./answer.ts');

const query = '{ stores { id storeWebhooks { id storeId channel url events testMode createdAt updatedAt } } }';
const shown = ({ secret: _, ...webhook }: Record<string, unknown>) => webhook;

test('a merchant sees the webhooks of their stores that hear of the key’s environment, oldest first', async () => {
  const [merchant, other] = await Promise.all([newMerchant(), newMerchant()]);
  await newWebhook(other);
  const first = await newWebhook(merchant, { secret: 'hush', events: ['refund.failed', 'order.completed'] });
  const second = await newWebhook(merchant, { channel: 'slack' });
  const forProd = await newWebhook(merchant, { testMode: false });
  const inTest = await merchant.query(query);
  expect([inTest.status, inTest.body.data.stores]).toEqual([
    200,
    [{ id: merchant.storeId, storeWebhooks: [shown(first), shown(second)] }],
  ]);
  const inProd = await merchant.query(query, {}, 'prod');
  expect(inProd.body.data.stores).toEqual([{ id: merchant.storeId, storeWebhooks: [shown(forProd)] }]);
  await merchant.call('store/remove-webhook', { id: first.id });
  expect((await merchant.query(query)).body.data.stores[0].storeWebhooks).toEqual([shown(second)]);
});

test('never the secret: there is no such field', async () => {
  const merchant = await newMerchant();
  await newWebhook(merchant, { secret: 'hush' });
  const { status, text } = await merchant.query('{ stores { storeWebhooks { id secret } } }');
  expect(status).toBe(400);
  expect(text).not.toContain('hush');
});

test('an empty list without any; another member sees them, somebody else does not', async () => {
  const owner = await newMerchant();
  expect((await owner.query(query)).body.data.stores).toEqual([{ id: owner.storeId, storeWebhooks: [] }]);
  const webhook = await newWebhook(owner);
  const member = await newMember(owner, 'member');
  const ask = '{ store(id: "ID") { storeWebhooks { id } } }'.replace('ID', owner.storeId);
  expect((await member.query(ask)).body.data.store).toEqual({ storeWebhooks: [{ id: webhook.id }] });
  expect((await (await newMerchant()).query(ask)).body.data.store).toBeNull();
});

test('null for the public and for customers', async () => {
  const merchant = await newMerchant();
  await newWebhook(merchant);
  const issued = await merchant.call('auth/issue-session-token', { storeId: merchant.storeId, buyerIdentity: 'ana' });
  for (const credential of [
    { 'X-Store-Slug': merchant.slug },
    { Authorization: `Bearer ${issued.body.data.token}` },
  ] as Record<string, string>[]) {
    const body = JSON.stringify({ query });
    const answer = await send('POST', '/v1/graphql', body, { ...credential, 'X-Environment': 'test' });
    expect([answer.status, answer.body.data]).toEqual([
      200,
      { stores: [{ id: merchant.storeId, storeWebhooks: null }] },
    ]);
  }
});

test('however many stores, one statement reads their webhooks', async () => {
  const merchant = await newMerchant();
  await newWebhook(merchant);
  for (let number = 0; number < 6; number += 1) {
    const { body } = await merchant.call('store/create-store', { name: 'Another' });
    await newWebhook(merchant, { storeId: body.data.store.id });
  }
  const statements: string[] = [];
  const db = drizzle(sql, { schema, logger: { logQuery: (statement) => statements.push(statement) } });
  const caller = { kind: 'apiKey', merchantId: merchant.id, keyId: '', environment: 'test' } as const;
  const { body } = await answerGraphql(db, caller, { query });
  const stores: { storeWebhooks: unknown[] }[] = JSON.parse(body).data.stores;
  expect(stores.map(({ storeWebhooks }) => storeWebhooks.length)).toEqual(Array(7).fill(1));
  // The caller's stores by id, the stores, their webhooks.
  expect(statements).toHaveLength(3);
});
