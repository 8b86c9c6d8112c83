/** Loads the stable rows for the payloads of a batch of events: orders, products, payments and refunds. */
import { and, eq, inArray, or, type SQL } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { hotStatement, type Params } from '#db/hot-statement.ts';
import { checkoutSessions, orders, payments, productVersions, refunds, refundTickets } from '#db/schema/index.ts';
import { type Order, parseOrderOf } from '#server/billing/orders/rules/order.ts';
import type { Payment } from '#server/billing/payments/payments.ts';
import type { Refund } from '#server/billing/refunds/refunds.ts';
import { among } from '#server/platform/data/listing.ts';

/** The IDs of the rows to load. */
export interface PayloadRowsOf {
  readonly storeIds: readonly string[];
  readonly orderIds: readonly string[];
  readonly paymentIds: readonly string[];
  readonly refundIds: readonly string[];
  /** Orders and periods whose payments are needed, for events that name no payment. */
  readonly periods: readonly { readonly orderId: string; readonly periodNumber: number }[];
}

/** An order with its locked price and the purchased product version. */
export interface PayloadOrder {
  readonly order: Order;
  readonly price: (typeof checkoutSessions.$inferSelect)['price'];
  readonly product: Pick<typeof productVersions.$inferSelect, 'name' | 'description' | 'metadata'>;
}

export interface PayloadRefund {
  readonly refund: Refund;
  readonly ticketExternalId: string | null;
}

/** Loads all rows by ID, in a few statements regardless of the number of events. */
export async function readPayloadRows(tx: Tx, { storeIds, orderIds, paymentIds, refundIds, periods }: PayloadRowsOf) {
  const orderRows = (await payloadOrders(tx, { orderIds, storeIds })).map(parseOrderOf);
  const refundRows =
    refundIds.length === 0
      ? []
      : await tx
          .select({ refund: refunds, ticketExternalId: refundTickets.merchantExternalId })
          .from(refunds)
          .leftJoin(refundTickets, eq(refundTickets.id, refunds.ticketId))
          .where(and(inArray(refunds.id, [...refundIds]), inArray(refunds.storeId, [...storeIds])));
  const refundedPaymentIds = refundRows.map(({ refund }) => refund.paymentId);
  const paymentRows = await readPayments(tx, storeIds, [...paymentIds, ...refundedPaymentIds], periods);
  return {
    orders: new Map<string, PayloadOrder>(orderRows.map((row) => [row.order.id, row])),
    refunds: new Map<string, PayloadRefund>(refundRows.map((row) => [row.refund.id, row])),
    payments: new Map<string, Payment>(paymentRows.map((row) => [row.id, row])),
    /** The succeeded payment for a period, or undefined. */
    paymentFor: (orderId: string, periodNumber: number): Payment | undefined =>
      paymentRows.find(
        (row) => row.orderId === orderId && row.periodNumber === periodNumber && row.status === 'succeeded',
      ),
  };
}

const payloadOrders = hotStatement(
  (db, { orderIds, storeIds }: Params<{ orderIds: readonly string[]; storeIds: readonly string[] }>) => {
    const { name, description, metadata } = productVersions;
    return db
      .select({ order: orders, price: checkoutSessions.price, product: { name, description, metadata } })
      .from(orders)
      .innerJoin(checkoutSessions, eq(checkoutSessions.id, orders.checkoutSessionId))
      .innerJoin(productVersions, eq(productVersions.id, orders.productVersionId))
      .where(and(among(orders.id, orderIds), among(orders.storeId, storeIds)));
  },
);

export type PayloadRows = Awaited<ReturnType<typeof readPayloadRows>>;

async function readPayments(
  tx: Tx,
  storeIds: readonly string[],
  ids: readonly string[],
  periods: PayloadRowsOf['periods'],
): Promise<Payment[]> {
  if (periods.length === 0) return ids.length === 0 ? [] : await namedPayments(tx, { ids, storeIds });
  const named: (SQL | undefined)[] = ids.length > 0 ? [inArray(payments.id, [...ids])] : [];
  const periodConditions = periods.map(({ orderId, periodNumber }) =>
    and(eq(payments.orderId, orderId), eq(payments.periodNumber, periodNumber), eq(payments.status, 'succeeded')),
  );
  const conditions = [...named, ...periodConditions];
  return await tx
    .select()
    .from(payments)
    .where(and(or(...conditions), inArray(payments.storeId, [...storeIds])));
}

/** The usual case: every event names its payment. */
const namedPayments = hotStatement(
  (db, { ids, storeIds }: Params<{ ids: readonly string[]; storeIds: readonly string[] }>) =>
    db
      .select()
      .from(payments)
      .where(and(among(payments.id, ids), among(payments.storeId, storeIds))),
);
