/** Refunds and refund requests for GraphQL lists. */
import { and, desc, eq, getTableColumns, inArray, lte, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import type { Params } from '#db/hot-statement.ts';
import { orders, refunds, refundTickets } from '#db/schema/index.ts';
import {
  among,
  countRows,
  type FilterOf,
  inStores,
  type ListingOf,
  type ReadScope,
  type StatementScope,
} from '#server/platform/data/listing.ts';
import { listRowsOfStores } from '#server/platform/data/multi-store-pagination.ts';
import { lookUp } from '#server/platform/data/scoped-statement.ts';
import { visibleOrders } from '../../orders/data/visible-orders.ts';
import type { RefundTicket } from '../refund-tickets.ts';
import type { Refund } from '../refunds.ts';

const refundColumns = {
  table: refunds,
  filters: {
    id: refunds.id,
    orderId: refunds.orderId,
    paymentId: refunds.paymentId,
    ticketId: refunds.ticketId,
    storeId: refunds.storeId,
    status: refunds.status,
    currency: refunds.currency,
    createdAt: refunds.createdAt,
  },
  sorts: { createdAt: refunds.createdAt, updatedAt: refunds.updatedAt },
};

const ticketColumns = {
  table: refundTickets,
  filters: {
    id: refundTickets.id,
    orderId: refundTickets.orderId,
    paymentId: refundTickets.paymentId,
    storeId: refundTickets.storeId,
    status: refundTickets.status,
    currency: refundTickets.currency,
    refundTicketMerchantExternalId: refundTickets.merchantExternalId,
    createdAt: refundTickets.createdAt,
  },
  sorts: { createdAt: refundTickets.createdAt, updatedAt: refundTickets.updatedAt },
};

/** A customer sees only what belongs to their own orders. */
const visible = (tx: Tx, table: typeof refunds | typeof refundTickets, scope: StatementScope): SQL | undefined =>
  and(
    inStores(table.storeId, scope),
    eq(table.environment, scope.environment),
    ...(scope.buyerIdentity === undefined
      ? []
      : [inArray(table.orderId, tx.select({ id: orders.id }).from(orders).where(visibleOrders(scope)))]),
  );

/** One page of the refunds in scope. */
export const listRefunds = (tx: Tx, scope: ReadScope, listing: ListingOf<typeof refundColumns>): Promise<Refund[]> =>
  listRowsOfStores(tx, refundColumns, scope, visible(tx, refunds, scope), listing);

/** The number of refunds in scope that match the filter. */
export const countRefunds = (tx: Tx, scope: ReadScope, filter: FilterOf<typeof refundColumns>): Promise<number> =>
  countRows(tx, refundColumns, visible(tx, refunds, scope), filter);

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
    .innerJoin(orders, eq(orders.id, refunds.orderId))
    .leftJoin(refundTickets, eq(refundTickets.id, refunds.ticketId))
    .where(and(among(refunds.id, refundIds), visible(tx, refunds, scope)));

/** One page of the requests in scope. */
export const listRefundTickets = (
  tx: Tx,
  scope: ReadScope,
  listing: ListingOf<typeof ticketColumns>,
): Promise<RefundTicket[]> => listRowsOfStores(tx, ticketColumns, scope, visible(tx, refundTickets, scope), listing);

/** The number of requests in scope that match the filter. */
export const countRefundTickets = (tx: Tx, scope: ReadScope, filter: FilterOf<typeof ticketColumns>): Promise<number> =>
  countRows(tx, ticketColumns, visible(tx, refundTickets, scope), filter);

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
