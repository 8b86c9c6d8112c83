/** Questions to a large store: GraphQL queries of a merchant's backend, and pages of the dashboard. */
import type { Sql } from 'postgres';
import { toShortId } from '#server/domain/ids.ts';
import { exchangeWith } from '../requests/journey.ts';
import { signed } from '../requests/merchants.ts';
import { analysisQueries } from './analyses.ts';
import type { Questions } from './measure.ts';
import type { LargeStore } from './stores.ts';

type Landmarks = Awaited<ReturnType<typeof findLandmarks>>;

/** Rows that the questions name: `deep` ones are in the middle of their list, `opened` is the newest completed order. */
export async function findLandmarks(sql: Sql, { store }: LargeStore) {
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

function graphqlQueries(found: Landmarks, now: Date): Record<string, string> {
  const [openedId, deepId] = [toShortId('ORD', found.openedOrderId), toShortId('ORD', found.deepOrderId)];
  return {
    'one-time orders, first page': list('onetimeOrders', 'limit: 20'),
    'one-time orders, a page in the middle': list('onetimeOrders', `limit: 20, cursor: "${deepId}"`),
    'one-time orders, canceled': list('onetimeOrders', status('canceled')),
    'one-time orders, pending': list('onetimeOrders', status('pending')),
    'subscriptions, past due': list('subscriptionOrders', status('past_due')),
    'one-time orders of one email': list('onetimeOrders', buyer(found.email)),
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

const pages = (found: Landmarks): Record<string, string> => ({
  // Its cost is that of any page.
  'settings (no list)': '/settings',
  overview: '',
  orders: '/orders',
  'orders, a page in the middle': `/orders?before=${found.deepOrderId}`,
  'orders, past due': '/orders?status=past_due',
  'orders, of one email': `/orders?q=${encodeURIComponent(found.email)}`,
  'an order': `/orders/${toShortId('ORD', found.openedOrderId)}`,
  subscriptions: '/subscriptions',
  'subscriptions, a page in the middle': `/subscriptions?before=${found.deepSubscriptionId}`,
  payments: '/payments',
  'payments, failed': '/payments?status=failed',
  'payments, a page in the middle': `/payments?before=${found.deepPaymentId}`,
  customers: '/customers',
  'customers, a page in the middle': `/customers?before=${found.deepCustomerId}`,
});

export function graphqlQuestions(url: string, { merchant }: LargeStore, found: Landmarks, now: Date): Questions {
  const questions = Object.entries(graphqlQueries(found, now)).map(([name, query]) => {
    const question = () => {
      const request = signed(merchant, '/v1/graphql', { query });
      return async () => {
        const { status: answered, text } = await exchangeWith(url)(request);
        if (answered !== 200 || text.includes('"errors"'))
          throw new Error(`${name}: ${answered} ${text.slice(0, 500)}`);
      };
    };
    return [`GraphQL: ${name}`, question];
  });
  return Object.fromEntries(questions);
}

export const pageHeaders = ({ cookie }: LargeStore) => ({ Cookie: cookie, Accept: 'text/html' });

export const dashboardUrl = (url: string, { store }: LargeStore, path: string): string =>
  `${url}/dashboard/${store.slug}/test${path}`;

export function pageQuestions(url: string, large: LargeStore, found: Landmarks): Questions {
  const questions = Object.entries(pages(found)).map(([name, path]) => {
    const ask = async () => {
      const options = { headers: pageHeaders(large), redirect: 'manual' } as const;
      const response = await fetch(dashboardUrl(url, large, path), options);
      await response.text();
      if (response.status !== 200) throw new Error(`${name}: ${response.status}`);
    };
    return [`page: ${name}`, () => ask];
  });
  return Object.fromEntries(questions);
}
