/** Calls to a large store: GraphQL queries of a merchant's backend, and pages of the dashboard. */
import type { Sql } from 'postgres';
import { toShortId } from '#server/domain/ids.ts';
import { exchangeWith } from '../requests/journey.ts';
import { signed } from '../requests/merchants.ts';
import { analysisQueries } from './analyses.ts';
import type { Measurements } from './measure.ts';
import type { LargeStore } from './stores.ts';

type SampleIds = Awaited<ReturnType<typeof findSampleIds>>;

/** IDs for the calls: `deep…` rows are in the middle of their list, `opened…` is the newest completed order. */
export async function findSampleIds(sql: Sql, { store }: LargeStore) {
  const middleOf = async (rows: string, time: string): Promise<string> => {
    const from = sql.unsafe(`${rows} and store_id = '${store.id}'`);
    const [row] = await sql<{ id: string }[]>`select id from ${from} order by ${sql(time)} desc, id desc
      offset (select count(*) / 2 from ${from}) limit 1`;
    return row?.id ?? '';
  };
  const [opened] = await sql<{ id: string; email: string }[]>`select id, buyer_email as email from orders
    where store_id = ${store.id} and status = 'completed' order by created_at desc, id desc limit 1`;
  return {
    deepOrderId: await middleOf(`orders where product_type = 'onetime'`, 'created_at'),
    openedOrderId: opened?.id ?? '',
    deepPaymentId: await middleOf('payments where true', 'created_at'),
    deepSubscriptionId: await middleOf(`orders where product_type = 'subscription'`, 'created_at'),
    deepCustomerId: await middleOf('customers where true', 'last_order_at'),
    email: opened?.email ?? '',
  };
}

const row = 'id status total currency buyerEmail createdAt';
const list = (field: string, args: string, fields = row) => `{ ${field}(${args}) { ${fields} } }`;
const filtered = (condition: string) => `filter: { ${condition} }`;
const status = (name: string) => filtered(`status: { eq: "${name}" }`);
const buyer = (email: string) => filtered(`buyerEmail: { eq: "${email}" }`);

function graphqlQueries(ids: SampleIds, now: Date): Record<string, string> {
  const [openedId, deepId] = [toShortId('ORD', ids.openedOrderId), toShortId('ORD', ids.deepOrderId)];
  return {
    'one-time orders, first page': list('onetimeOrders', 'limit: 20'),
    'one-time orders, a page in the middle': list('onetimeOrders', `limit: 20, cursor: "${deepId}"`),
    'one-time orders, canceled': list('onetimeOrders', status('canceled')),
    'one-time orders, pending': list('onetimeOrders', status('pending')),
    'subscriptions, past due': list('subscriptionOrders', status('past_due')),
    'one-time orders of one email': list('onetimeOrders', buyer(ids.email)),
    'one-time orders of an unknown email': list('onetimeOrders', buyer('unknown@example.com')),
    'an order with everything that belongs to it': `{ onetimeOrder(id: "${openedId}") { ${row}
      product { id name } payments { id status amount refunds { id amount } } store { name } } }`,
    'one-time orders, counted': '{ onetimeOrdersCount }',
    'subscriptions past due, counted': `{ subscriptionOrdersCount(${status('past_due')}) }`,
    '100 orders with product, version, payments, refunds': list(
      'onetimeOrders',
      'limit: 100',
      `${row} product { id name versionId versionNumber } payments { id status amount refunds { id status amount } }`,
    ),
    'payments, first page': list('payments', 'limit: 20', 'id status amount createdAt'),
    'payments, failed': list('payments', status('failed'), 'id status amount failureCode'),
    'payments, counted': '{ paymentsCount }',
    'refunds, first page': list('refunds', 'limit: 20', 'id status amount createdAt'),
    'refunds, pending': list('refunds', status('pending'), 'id status amount'),
    'refund requests, open': list('refundTickets', status('pending'), 'id status'),
    ...analysisQueries(now),
  };
}

const pages = (ids: SampleIds): Record<string, string> => ({
  // Its cost is that of any page.
  'settings (no list)': '/settings',
  overview: '',
  orders: '/orders',
  'orders, a page in the middle': `/orders?before=${ids.deepOrderId}`,
  'orders, past due': '/orders?status=past_due',
  'orders, of one email': `/orders?q=${encodeURIComponent(ids.email)}`,
  'an order': `/orders/${toShortId('ORD', ids.openedOrderId)}`,
  subscriptions: '/subscriptions',
  'subscriptions, a page in the middle': `/subscriptions?before=${ids.deepSubscriptionId}`,
  payments: '/payments',
  'payments, failed': '/payments?status=failed',
  'payments, a page in the middle': `/payments?before=${ids.deepPaymentId}`,
  customers: '/customers',
  'customers, a page in the middle': `/customers?before=${ids.deepCustomerId}`,
});

export function graphqlMeasurements(url: string, { merchant }: LargeStore, ids: SampleIds, now: Date): Measurements {
  const measurements = Object.entries(graphqlQueries(ids, now)).map(([name, query]) => {
    const prepare = () => {
      const request = signed(merchant, '/v1/graphql', { query });
      return async () => {
        const { status: statusCode, text } = await exchangeWith(url)(request);
        if (statusCode !== 200 || text.includes('"errors"'))
          throw new Error(`${name}: ${statusCode} ${text.slice(0, 500)}`);
      };
    };
    return [`GraphQL: ${name}`, prepare];
  });
  return Object.fromEntries(measurements);
}

export const pageHeaders = ({ cookie }: LargeStore) => ({ Cookie: cookie, Accept: 'text/html' });

export const dashboardUrl = (url: string, { store }: LargeStore, path: string): string =>
  `${url}/dashboard/${store.slug}/test${path}`;

export function pageMeasurements(url: string, store: LargeStore, ids: SampleIds): Measurements {
  const measurements = Object.entries(pages(ids)).map(([name, path]) => {
    const call = async () => {
      const options = { headers: pageHeaders(store), redirect: 'manual' } as const;
      const response = await fetch(dashboardUrl(url, store, path), options);
      await response.text();
      if (response.status !== 200) throw new Error(`${name}: ${response.status}`);
    };
    return [`page: ${name}`, () => call];
  });
  return Object.fromEntries(measurements);
}
