/** Every document that the public client packages ship, run on a store with data. */
import { beforeAll, describe, expect, test } from 'vitest';
import { toShortId } from '#server/domain/ids.ts';
import { customerHeaders, db, newGroup, newMerchant, newWebhook, send, sql } from '#server/testing/api.ts';
import { newEmail } from '#server/testing/emails.ts';
import { newProducts, sell } from '#server/testing/orders/sales.ts';
import { type ClientDocument, readDocuments } from '#server/testing/public-client/documents.ts';
import { salesOfTwoMonths } from '#server/testing/public-client/two-months.ts';
import { insertAttempt } from '#server/testing/webhooks/deliveries.ts';
import { newDelivery } from '#server/testing/webhooks/new-delivery.ts';

/** A store with rows of every kind, in the year that the guide's analyses are about. */
async function newShop() {
  const merchant = await newMerchant();
  const goods = await newProducts(merchant);
  await sell(merchant, [
    ...salesOfTwoMonths(2025, goods),
    {
      productId: goods.subscription,
      every: 'monthly',
      at: '2025-02-12',
      buyer: 'ann',
      payments: [{ at: '2025-02-12', tickets: [{ at: '2025-02-13', amountMinor: 100, reason: 'Slow' }] }],
    },
  ]);
  await newGroup(merchant, { productIds: [toShortId('PROD', goods.subscription)] });
  const { id: webhookId } = await newWebhook(merchant);
  await insertAttempt(db, await newDelivery(merchant, webhookId, { status: 'failed' }));
  await newEmail(merchant, { status: 'failed', lastError: '550 no such mailbox' });
  const orderOf = async (type: 'onetime' | 'subscription') => {
    const [order] = await sql<{ id: string }[]>`select id from orders where store_id = ${merchant.store.id}
      and product_type = ${type} and buyer_email = 'ann@example.com' order by created_at limit 1`;
    return toShortId('ORD', order?.id ?? '');
  };
  const ids: Readonly<Record<string, string>> = {
    store: merchant.storeId,
    merchant: toShortId('MER', merchant.id),
    onetimeProduct: toShortId('PROD', goods.onetime),
    onetimeOrder: await orderOf('onetime'),
    subscriptionOrder: await orderOf('subscription'),
    onetimeProductVersions: toShortId('PROD', goods.onetime),
    subscriptionProductVersions: toShortId('PROD', goods.subscription),
  };
  return { merchant, ids, customer: await customerHeaders(merchant, 'ann') };
}

let shop: Awaited<ReturnType<typeof newShop>>;
beforeAll(async () => {
  shop = await newShop();
});

const documents = readDocuments();
const titleOf = ({ file, query }: ClientDocument) => `${file}: ${query.replaceAll(/\s+/g, ' ').slice(0, 150)}`;

const rootOf = (query: string): string => /\{\s*(?:\w+:\s*)?(\w+)/.exec(query.replace(/^[^{]*/, ''))?.[1] ?? '';

function variablesOf({ query }: ClientDocument): Record<string, unknown> {
  const id = shop.ids[rootOf(query)];
  const ref = query.includes('refundTickets') ? 'REF-2026-00012' : 'ORDER-2026-00891';
  const values = { storeId: shop.merchant.storeId, id, productId: id, ref, limit: 20 };
  return Object.fromEntries(Object.entries(values).filter(([name]) => query.includes(`$${name}:`)));
}

/** The fields without data. A store without rows would let every query pass. */
const emptyIn = (data: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(data)
    .filter(([, value]) => value === null || (Array.isArray(value) && value.length === 0))
    .map(([name]) => name);

const isInvalid = ({ query }: ClientDocument) => /prices\s*\}/.test(query);
const isForCustomers = ({ file, query }: ClientDocument) =>
  /\borders\b/.test(query) || (file === 'dist/index.js' && !query.includes('$storeId'));

test('the packages ship documents', () => {
  expect(documents.length).toBeGreaterThan(40);
  expect(documents.filter(isForCustomers)).toHaveLength(5);
});

describe('the merchant reads', () => {
  test.each(documents.filter((one) => !isInvalid(one)).map((one) => [titleOf(one), one] as const))(
    '%s',
    async (_, document) => {
      const { status, body } = await shop.merchant.query(document.query, variablesOf(document));
      expect([status, body.errors]).toEqual([200, undefined]);
      // There are no exchange rates.
      expect(emptyIn(body.data)).toEqual(document.query.includes('rate(') ? ['rate'] : []);
    },
  );
});

describe('a customer reads', () => {
  test.each(documents.filter(isForCustomers).map((one) => [titleOf(one), one] as const))('%s', async (_, { query }) => {
    const { status, body } = await send('POST', '/v1/graphql', JSON.stringify({ query }), shop.customer);
    expect([status, body.errors]).toEqual([200, undefined]);
    expect(emptyIn(body.data)).toEqual([]);
  });
});

// Invalid also by the service's own schema, where `prices` is a list of objects.
test.each(documents.filter(isInvalid).map((one) => [titleOf(one), one] as const))(
  '400 for a list of objects without fields: %s',
  async (_, document) => {
    const { status, body } = await shop.merchant.query(document.query, variablesOf(document));
    expect([status, body.errors[0].message]).toEqual([
      400,
      expect.stringContaining('Field "prices" of type "[CurrencyPrice!]!" must have a selection of subfields'),
    ]);
  },
);
