import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { db, newMerchant, newSession, newWebhook, pay, watchedDatabase } from '#server/testing/api.ts';
import { fillStore } from '#server/testing/large-store/make.ts';
import { insertAttempt } from '#server/testing/webhooks/deliveries.ts';
import { newDelivery } from '#server/testing/webhooks/new-delivery.ts';

// Loaded by Node as in production: Vite would load a second, separate copy of graphql.
const { answerGraphql } = createRequire(import.meta.url)('./answer.ts') as typeof import('./answer.ts');

const query = `{ onetimeOrders(limit: 100) {
  id total product { name prices { currency } } payments { id amount order { id } } store { name }
} }`;

test('reads any number of orders with products, payments and stores in a few statements', async () => {
  const merchant = await newMerchant();
  for (let number = 0; number < 12; number += 1) await pay(merchant, (await newSession(merchant)).sessionId);
  const statements: string[] = [];
  const watched = watchedDatabase((statement) => statements.push(statement));
  const caller = { kind: 'apiKey', merchantId: merchant.id, keyId: '', environment: 'test' } as const;
  const { status, body } = await answerGraphql(watched, caller, { query });
  const orders: { payments: unknown[]; product: object }[] = JSON.parse(body).data.onetimeOrders;
  expect([status, orders.length]).toEqual([200, 12]);
  expect(orders.every(({ payments, product }) => payments.length === 1 && product)).toBe(true);
  // The caller's stores, the orders, and one statement each for versions, payments, stores and the payments' orders.
  expect(statements).toHaveLength(6);
});

test('reads a hundred of any object with all related objects in a few statements', async () => {
  const merchant = await newMerchant();
  await fillStore(db, merchant.store, { orders: 600, now: new Date() });
  const statements: string[] = [];
  const watched = watchedDatabase((statement) => statements.push(statement));
  const caller = { kind: 'apiKey', merchantId: merchant.id, keyId: '', environment: 'test' } as const;
  const ask = async (text: string) => {
    statements.length = 0;
    const { status, body } = await answerGraphql(watched, caller, { query: text });
    const { data, errors } = JSON.parse(body);
    expect([status, errors]).toEqual([200, undefined]);
    return { rows: Object.values(data as Record<string, Row[]>)[0] ?? [], statements: statements.length };
  };
  const more = `id total buyerEmail productVersionId
    product { id name versionId versionNumber prices { currency priceInfo { amount } } }
    payments { id amount status refunds { id amount status } } store { name }`;
  // The caller's stores, the list, and one statement each for versions, payments, stores and the payments' refunds.
  for (const list of ['onetimeOrders', 'subscriptionOrders']) {
    const { rows, statements: sent } = await ask(`{ ${list}(limit: 100) { ${more} } }`);
    expect([list, rows.length, sent]).toEqual([list, 100, 6]);
    expect(rows.every(({ product }) => product)).toBe(true);
    expect(rows.flatMap(({ payments }) => payments).length).toBeGreaterThan(50);
  }
  const paid = `{ onetimeOrders(limit: 100, filter: { status: { eq: "completed" } }) { payments { refunds { id } } } }`;
  const given = (await ask(paid)).rows.flatMap(({ payments }) => payments).flatMap(({ refunds }) => refunds);
  expect(given.length).toBeGreaterThan(0);
  const refunded = await ask(
    '{ refunds(limit: 100) { id payment { id order { id store { name } payments(limit: 2) { id } } } } }',
  );
  expect(refunded.rows.length).toBeGreaterThan(5);
  // Stores, refunds, payments, orders, stores, payments of the orders.
  expect(refunded.statements).toBe(6);
  const products = await ask(`{ onetimeProducts(limit: 100) { id name versionId prices { currency } } }`);
  expect([products.rows.length, products.statements]).toEqual([8, 2]);
  const versions = await ask(`{ subscriptionProductVersions(limit: 100) { id productId versionNumber name } }`);
  expect([versions.rows.length, versions.statements]).toEqual([12, 2]);
});

interface Row {
  readonly product: object | null;
  readonly payments: readonly { readonly refunds: readonly object[] }[];
}

test('rejects a query for too many objects before reading', async () => {
  const statements: string[] = [];
  const watched = watchedDatabase((statement) => statements.push(statement));
  const caller = { kind: 'apiKey', merchantId: '', keyId: '', environment: 'test' } as const;
  const variables = { most: 100 };
  const wide = 'query ($most: Int) { onetimeOrders(limit: $most) { payments(limit: $most) { refunds { id } } } }';
  expect((await answerGraphql(watched, caller, { query: wide, variables })).status).toBe(400);
  for (const order of [
    '... on OnetimeOrder { payments(limit: 100) { refunds { id } } }',
    'payments(limit: 100) { refunds { id } }',
    '...more',
  ]) {
    const fragment = 'fragment more on SubscriptionOrder { payments(limit: 100) { refunds { id } } }';
    const query = `{ payments(limit: 100) { order { ${order} } } } ${order === '...more' ? fragment : ''}`;
    expect((await answerGraphql(watched, caller, { query })).status).toBe(400);
  }
  const groups = '{ subscriptionProductGroups(limit: 50) { products { prices { currency } } } }';
  expect((await answerGraphql(watched, caller, { query: groups })).status).toBe(400);
  expect(statements).toEqual([]);
});

test('rejects a query for too much text before reading, and accepts an ordinary one', async () => {
  const merchant = await newMerchant();
  const { id: webhookId } = await newWebhook(merchant);
  await insertAttempt(db, await newDelivery(merchant, webhookId));
  const statements: string[] = [];
  const watched = watchedDatabase((statement) => statements.push(statement));
  const caller = { kind: 'apiKey', merchantId: merchant.id, keyId: '', environment: 'test' } as const;
  const ask = async (text: string) => {
    const { status, body } = await answerGraphql(watched, caller, { query: text });
    return [status, JSON.parse(body).errors?.[0].message];
  };
  const names = [...'abcdefghijklmn'];
  const by = (field: string) => names.map((name) => `${name}: ${field}`).join(' ');
  for (const [text, mib] of [
    [`{ webhookDeliveries(limit: 100) { attempts(limit: 98) { ${by('requestBody')} } } }`, 2144],
    [`{ webhookDeliveries(limit: 100) { attempts(limit: 20) { ${by('responseBody')} } } }`, 438],
    ['{ webhookDeliveries(limit: 100) { attempts(limit: 20) { responseHeaders } } }', 32],
    [`{ webhookDeliveries(limit: 100) { ${by('body')} } }`, 44],
    [
      `{ webhookDeliveries(limit: 100) { ...all } } fragment all on WebhookDelivery {
        t: body u: body v: body w: body x: body y: body z: body
      }`,
      22,
    ],
    [`{ onetimeProductVersions(limit: 100) { ${by('metadata')} } }`, 22],
    [
      `{ onetimeProducts(limit: 100) { ${['a', 'b', 'c'].map((name) => `${name}: media { url thumbnail }`).join(' ')} } }`,
      24,
    ],
  ] as const) {
    const message = `Query could return ${mib} MiB, at most 20 are allowed: lower a limit or request fewer fields`;
    expect([text, ...(await ask(text))]).toEqual([text, 400, message]);
    expect(statements).toEqual([]);
  }
  const ordinary =
    '{ webhookDeliveries(limit: 20) { id body attempts(limit: 7) { id: attempt requestBody responseBody } } }';
  expect(await ask(ordinary)).toEqual([200, undefined]);
  // The caller's stores, the deliveries, the payloads, the attempts, and the texts of both sides.
  expect(statements).toHaveLength(6);
  const whole = `{ onetimeProducts(limit: 100) { id storeId status versionId versionNumber name description successUrl metadata
    createdAt updatedAt prices { currency priceInfo { amount trialAmount taxIncluded taxCategory } }
    media { type url alt thumbnail } } }`;
  expect(await ask(whole)).toEqual([200, undefined]);
  const groups = '{ subscriptionProductGroups { id products { id name description metadata } } }';
  expect(await ask(groups)).toEqual([200, undefined]);
});

test('reads bodies only if requested', async () => {
  const merchant = await newMerchant();
  const { id: webhookId } = await newWebhook(merchant);
  await insertAttempt(db, await newDelivery(merchant, webhookId));
  const statements: string[] = [];
  const watched = watchedDatabase((statement) => statements.push(statement));
  const caller = { kind: 'apiKey', merchantId: merchant.id, keyId: '', environment: 'test' } as const;
  const columns = async (text: string) => {
    statements.length = 0;
    expect((await answerGraphql(watched, caller, { query: text })).status).toBe(200);
    return ['"body"', '"request_headers"', '"request_body"', '"response_headers"', '"response_body"'].filter((column) =>
      statements.some((statement) => statement.includes(column)),
    );
  };
  expect(await columns('{ webhookDeliveries { id attempts { attempt isSuccess } } }')).toEqual([]);
  expect(await columns('{ webhookDeliveries { body } }')).toEqual(['"body"']);
  expect(await columns('{ webhookDeliveries { attempts { a: responseBody b: responseBody } } }')).toEqual([
    '"response_body"',
  ]);
});

test('answers an unexpected error with a 500 without details', async () => {
  // No merchant has this id, and PostgreSQL fails to compare it.
  const caller = { kind: 'apiKey', merchantId: 'not a uuid', keyId: '', environment: 'test' } as const;
  const { status, body } = await answerGraphql(db, caller, { query: '{ storesCount }' }, { requestId: 'request' });
  expect([status, JSON.parse(body).data]).toEqual([500, null]);
  expect(JSON.parse(body).errors).toMatchObject([
    { message: 'Internal server error', layer: 'gateway', path: ['storesCount'], locations: [{ line: 1, column: 3 }] },
  ]);
});
