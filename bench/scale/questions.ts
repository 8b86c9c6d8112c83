/** What is asked of each store: GraphQL as a merchant's backend asks it, and the dashboard's pages as a browser does. */
import type { Sql } from 'postgres';
import { newId, toShortId } from '#server/domain/ids.ts';
import { analysisQueries } from './analyses.ts';
import type { MeasuredStore } from './stores.ts';

export interface Landmarks {
  /** A paid one-time order in the middle of all of them, and one of the newest. */
  readonly deepOrderId: string;
  readonly openedOrderId: string;
  readonly deepPaymentId: string;
  readonly deepSubscriptionId: string;
  readonly deepCustomerId: string;
  readonly email: string;
}

/** Rows that the questions name. */
export async function findLandmarks(sql: Sql, { store }: MeasuredStore): Promise<Landmarks> {
  const middle = async (rows: string, at: string): Promise<string> => {
    const from = sql.unsafe(`${rows} and store_id = '${store.id}'`);
    const [row] = await sql<{ id: string }[]>`select id from ${from} order by ${sql(at)} desc, id desc
      offset (select count(*) / 2 from ${from}) limit 1`;
    return row?.id ?? '';
  };
  const [opened] = await sql<{ id: string; email: string }[]>`select id, buyer_email as email from orders
    where store_id = ${store.id} and status = 'completed' order by created_at desc, id desc limit 1`;
  return {
    deepOrderId: await middle(`orders where product_type = 'onetime'`, 'created_at'),
    openedOrderId: opened?.id ?? '',
    deepPaymentId: await middle('payments where true', 'created_at'),
    deepSubscriptionId: await middle(`orders where product_type = 'subscription'`, 'created_at'),
    deepCustomerId: await middle('customers where true', 'last_order_at'),
    email: opened?.email ?? '',
  };
}

const row = 'id status total currency buyerEmail createdAt';

/** The GraphQL queries, by what they are called in the table. */
export function graphqlQuestions(found: Landmarks, now: Date): Map<string, string> {
  const list = (field: string, args: string, fields = row) => `{ ${field}(${args}) { ${fields} } }`;
  const filtered = (condition: string) => `filter: { ${condition} }`;
  const questions = [
    { name: 'one-time orders, first page', query: list('onetimeOrders', 'limit: 20') },
    {
      name: 'one-time orders, a page in the middle',
      query: list('onetimeOrders', `limit: 20, cursor: "${toShortId('ORD', found.deepOrderId)}"`),
    },
    { name: 'one-time orders, canceled', query: list('onetimeOrders', filtered('status: { eq: "canceled" }')) },
    { name: 'one-time orders, pending', query: list('onetimeOrders', filtered('status: { eq: "pending" }')) },
    { name: 'subscriptions, past due', query: list('subscriptionOrders', filtered('status: { eq: "past_due" }')) },
    {
      name: 'one-time orders of one email',
      query: list('onetimeOrders', filtered(`buyerEmail: { eq: "${found.email}" }`)),
    },
    {
      name: 'one-time orders of nobody',
      query: list('onetimeOrders', filtered('buyerEmail: { eq: "nobody@example.com" }')),
    },
    {
      name: 'an order with all that belongs to it',
      query: `{ onetimeOrder(id: "${toShortId('ORD', found.openedOrderId)}") { ${row}
        product { id name } payments { id status amount refunds { id amount } } store { name } } }`,
    },
    { name: 'one-time orders, counted', query: '{ onetimeOrdersCount }' },
    {
      name: 'subscriptions past due, counted',
      query: `{ subscriptionOrdersCount(${filtered('status: { eq: "past_due" }')}) }`,
    },
    {
      name: '100 orders with product, version, payments, refunds',
      query: list(
        'onetimeOrders',
        'limit: 100',
        `${row} product { id name versionId versionNumber } payments { id status amount refunds { id status amount } }`,
      ),
    },
    { name: 'payments, first page', query: list('payments', 'limit: 20', 'id status amount createdAt') },
    {
      name: 'payments, failed',
      query: list('payments', filtered('status: { eq: "failed" }'), 'id status amount failureCode'),
    },
    { name: 'payments, counted', query: '{ paymentsCount }' },
    { name: 'refunds, first page', query: list('refunds', 'limit: 20', 'id status amount createdAt') },
    { name: 'refunds, pending', query: list('refunds', filtered('status: { eq: "pending" }'), 'id status amount') },
    { name: 'refund requests, open', query: list('refundTickets', filtered('status: { eq: "pending" }'), 'id status') },
    ...analysisQueries(now),
  ];
  return new Map(questions.map(({ name, query }) => [`GraphQL: ${name}`, query]));
}

/** The dashboard's pages, below the store and its environment. */
export function pages(found: Landmarks): Map<string, string> {
  const addresses = [
    // It has no list, and shows what a page costs that shows next to nothing.
    { name: 'settings (no list)', path: '/settings' },
    { name: 'overview', path: '' },
    { name: 'orders', path: '/orders' },
    { name: 'orders, a page in the middle', path: `/orders?before=${found.deepOrderId}` },
    { name: 'orders, past due', path: '/orders?status=past_due' },
    { name: 'orders, of one email', path: `/orders?q=${encodeURIComponent(found.email)}` },
    { name: 'an order', path: `/orders/${toShortId('ORD', found.openedOrderId)}` },
    { name: 'subscriptions', path: '/subscriptions' },
    { name: 'subscriptions, a page in the middle', path: `/subscriptions?before=${found.deepSubscriptionId}` },
    { name: 'payments', path: '/payments' },
    { name: 'payments, failed', path: '/payments?status=failed' },
    { name: 'payments, a page in the middle', path: `/payments?before=${found.deepPaymentId}` },
    { name: 'customers', path: '/customers' },
    { name: 'customers, a page in the middle', path: `/customers?before=${found.deepCustomerId}` },
  ];
  return new Map(addresses.map(({ name, path }) => [`page: ${name}`, path]));
}

const nothing: Landmarks = {
  deepOrderId: newId(),
  openedOrderId: newId(),
  deepPaymentId: newId(),
  deepSubscriptionId: newId(),
  deepCustomerId: newId(),
  email: '',
};

/** What they are all called: the same for every store. */
export const graphqlNames = (now: Date): string[] => [...graphqlQuestions(nothing, now).keys()];
export const pageNames: readonly string[] = [...pages(nothing).keys()];

/** All orders as CSV, streamed. */
export const exportPath = '/orders/export';
