/** Refunds and refund requests for GraphQL lists. */

import { and, desc, eq, getTableColumns, inArray, lte, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import type { Params } from '#db/hot-statement.ts';
import { orders, refunds, refundTickets } from '#db/schema/index.ts';
import {
  among,
  byShown,
  countRows,
  type Filter,
  type FilterOf,
  inStores,
  type Listing,
  type ListingOf,
  matching,
  ofMerchants,
  type ReadScope,
  type StatementScope,
} from '#server/platform/data/listing.ts';
import { refersTo } from '#server/platform/data/merchant-scope.ts';
import { listRowsOfStores } from '#server/platform/data/multi-store-pagination.ts';
import { lookUp } from '#server/platform/data/scoped-statement.ts';
import { hasOrderExternalId, visibleOrders } from '../../orders/data/visible-orders.ts';
import type { RefundTicket } from '../refund-tickets.ts';
import type { Refund } from '../refunds.ts';
import { type ShownTicketStatus, shownStatusesOf } from '../rules/refund-ticket.ts';

const refundColumns = (scope: ReadScope) => ({
  table: refunds,
  filters: {
    id: refunds.id,
    orderId: refunds.orderId,
    paymentId: refunds.paymentId,
    ticketId: refunds.ticketId,
    storeId: refunds.storeId,
    status: refunds.status,
    currency: refunds.currency,
    amount: refunds.amountMinor,
    testMode: sql`(${refunds.environment} = 'test')`,
    refundTicketMerchantExternalId: sql`(select ${refundTickets.merchantExternalId} from ${refundTickets}
      where ${refundTickets.id} = ${refunds.ticketId} and ${refundTickets.merchantId} = ${refunds.merchantId}
        and ${ofMerchants(refundTickets, scope)})`,
    createdAt: refunds.createdAt,
    updatedAt: refunds.updatedAt,
  },
  sorts: { createdAt: refunds.createdAt, updatedAt: refunds.updatedAt },
});

/**
 * The status that API callers see: with the state of the refund of an approved request. As text, because Drizzle omits the
 * tables of columns in a selection, and the subquery would then compare refunds with themselves.
 */
export const shownTicketStatus = (
  scope: ReadScope,
) => sql<ShownTicketStatus>`case when refund_tickets.status = 'approved' then coalesce(
  (select case refunds.status when 'pending' then 'processing' else refunds.status end from refunds
    where refunds.payment_id = refund_tickets.payment_id and refunds.ticket_id = refund_tickets.id
      and refunds.merchant_id = refund_tickets.merchant_id and ${ofMerchants(refunds, scope)}
    order by refunds.created_at desc, refunds.id desc limit 1),
  'approved') else refund_tickets.status end`;

const ticketColumns = (scope: ReadScope) => ({
  table: refundTickets,
  filters: {
    id: refundTickets.id,
    orderId: refundTickets.orderId,
    paymentId: refundTickets.paymentId,
    storeId: refundTickets.storeId,
    status: shownTicketStatus(scope),
    decision: refundTickets.status,
    currency: refundTickets.currency,
    amount: refundTickets.amountMinor,
    testMode: sql`(${refundTickets.environment} = 'test')`,
    refundTicketMerchantExternalId: refundTickets.merchantExternalId,
    createdAt: refundTickets.createdAt,
    updatedAt: refundTickets.updatedAt,
  },
  sorts: { createdAt: refundTickets.createdAt, updatedAt: refundTickets.updatedAt },
});

type TicketColumns = ReturnType<typeof ticketColumns>;

/** A customer sees only what belongs to their own orders. */
const visible = (tx: Tx, table: typeof refunds | typeof refundTickets, scope: StatementScope): SQL | undefined =>
  and(
    inStores(table, scope),
    eq(table.environment, scope.environment),
    ...(scope.buyerIdentity === undefined
      ? []
      : [inArray(table.orderId, tx.select({ id: orders.id }).from(orders).where(visibleOrders(scope)))]),
  );

type RefundColumns = ReturnType<typeof refundColumns>;
type RefundFilter = Filter<keyof RefundColumns['filters'] | 'orderMerchantExternalId'>;
type RefundListing = Listing<keyof RefundFilter, keyof RefundColumns['sorts']>;

/** The visible rows and the conditions on columns for a filter. */
const chosenRefunds = (tx: Tx, scope: ReadScope, { orderMerchantExternalId, ...filter }: RefundFilter) => ({
  among: and(visible(tx, refunds, scope), hasOrderExternalId(tx, scope, refunds.orderId, orderMerchantExternalId)),
  filter,
});

/** One page of the refunds in scope. */
export const listRefunds = (tx: Tx, scope: ReadScope, listing: RefundListing): Promise<Refund[]> => {
  const { among: chosen, filter } = chosenRefunds(tx, scope, listing.filter);
  return listRowsOfStores(tx, refundColumns(scope), scope, chosen, { ...listing, filter });
};

/** The number of refunds in scope that match the filter. */
export const countRefunds = (tx: Tx, scope: ReadScope, wanted: RefundFilter): Promise<number> => {
  const { among: chosen, filter } = chosenRefunds(tx, scope, wanted);
  return countRows(tx, refundColumns(scope), chosen, filter);
};

/** The merchant's own IDs of a refund's order and refund request. */
export interface ExternalIds {
  readonly refundId: string;
  readonly order: string | null;
  readonly ticket: string | null;
}

/** The merchant's own IDs for the refunds in scope. */
export const listExternalIds = (tx: Tx, scope: ReadScope, refundIds: readonly string[]): Promise<ExternalIds[]> =>
  tx
    .select({ refundId: refunds.id, order: orders.merchantExternalId, ticket: refundTickets.merchantExternalId })
    .from(refunds)
    .innerJoin(orders, refersTo(refunds, refunds.orderId, orders))
    .leftJoin(refundTickets, refersTo(refunds, refunds.ticketId, refundTickets))
    .where(and(among(refunds.id, refundIds), visible(tx, refunds, scope), ofMerchants(orders, scope)));

/** Repeats a condition on the shown status as one on the stored status, which an index has. */
const matchingTickets = (tx: Tx, scope: ReadScope, { status }: FilterOf<TicketColumns>): SQL | undefined =>
  and(
    visible(tx, refundTickets, scope),
    matching({ status: refundTickets.status }, { status: byShown(status, shownStatusesOf) }),
  );

/** One page of the requests in scope. */
export const listRefundTickets = (
  tx: Tx,
  scope: ReadScope,
  listing: ListingOf<TicketColumns>,
): Promise<RefundTicket[]> =>
  listRowsOfStores(tx, ticketColumns(scope), scope, matchingTickets(tx, scope, listing.filter), listing);

/** The shown statuses of the requests in scope with these IDs. */
export const listTicketStatuses = (
  tx: Tx,
  scope: ReadScope,
  ticketIds: readonly string[],
): Promise<{ ticketId: string; status: ShownTicketStatus }[]> =>
  tx
    .select({ ticketId: sql<string>`${refundTickets.id}`, status: shownTicketStatus(scope) })
    .from(refundTickets)
    .where(and(among(refundTickets.id, ticketIds), visible(tx, refundTickets, scope)));

/** The number of requests in scope that match the filter. */
export const countRefundTickets = (tx: Tx, scope: ReadScope, filter: FilterOf<TicketColumns>): Promise<number> =>
  countRows(tx, ticketColumns(scope), matchingTickets(tx, scope, filter), filter);

const refundsOfPayments = lookUp((db, scope, hasId, params: Params<{ limit: number }>) => {
  const newest = sql`${refunds.createdAt} desc, ${refunds.id} desc`;
  const ranked = db
    .select({
      ...getTableColumns(refunds),
      position: sql<number>`row_number() over (partition by ${refunds.paymentId} order by ${newest})`.as('position'),
    })
    .from(refunds)
    .where(and(hasId(refunds.paymentId), visible(db, refunds, scope)))
    .as('ranked');
  return db
    .select()
    .from(ranked)
    .where(lte(ranked.position, params.limit))
    .orderBy(desc(ranked.createdAt), desc(ranked.id));
});

/** The newest refunds of each payment, at most `limit` per payment, newest first. */
export const listRefundsOfPayments = (
  tx: Tx,
  scope: ReadScope,
  paymentIds: readonly string[],
  limit: number,
): Promise<Refund[]> => refundsOfPayments(tx, scope, paymentIds, { limit });

/** The distinct refund statuses of each payment. */
export const listRefundStatuses = (tx: Tx, scope: ReadScope, paymentIds: readonly string[]) =>
  statusesOfPayments(tx, scope, paymentIds);

const statusesOfPayments = lookUp((db, scope, hasId) =>
  db
    .selectDistinct({ paymentId: refunds.paymentId, status: refunds.status })
    .from(refunds)
    .where(and(hasId(refunds.paymentId), visible(db, refunds, scope))),
);
