/** Loads the stable rows for the payloads of a batch of events: orders, products, payments and refunds. */
import { and, type Column, eq, inArray, or, type SQL } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { hotStatement, type Params } from '#db/hot-statement.ts';
import { checkoutSessions, orders, payments, productVersions, refunds, refundTickets } from '#db/schema/index.ts';
import { type Order, parseOrderOf } from '#server/billing/orders/rules/order.ts';
import type { Payment } from '#server/billing/payments/payments.ts';
import type { Refund } from '#server/billing/refunds/refunds.ts';
import { among } from '#server/platform/data/listing.ts';
import { refersTo } from '#server/platform/data/merchant-scope.ts';
import type { StoresOfMerchant } from './webhook-deliveries.ts';

/** The IDs of the rows to load. */
export interface PayloadRowsOf {
  readonly merchantId: string;
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
export async function readPayloadRows(
  tx: Tx,
  { merchantId, storeIds, orderIds, paymentIds, refundIds, periods }: PayloadRowsOf,
) {
  const stores = { merchantId, storeIds };
  const orderRows = (await payloadOrders(tx, { ...stores, orderIds })).map(parseOrderOf);
  const refundRows =
    refundIds.length === 0
      ? []
      : await tx
          .select({ refund: refunds, ticketExternalId: refundTickets.merchantExternalId })
          .from(refunds)
          .leftJoin(refundTickets, refersTo(refunds, refunds.ticketId, refundTickets))
          .where(and(inArray(refunds.id, [...refundIds]), inTheseStores(refunds, stores)));
  const refundedPaymentIds = refundRows.map(({ refund }) => refund.paymentId);
  const paymentRows = await readPayments(tx, stores, [...paymentIds, ...refundedPaymentIds], periods);
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
  (db, { orderIds, merchantId, storeIds }: Params<StoresOfMerchant & { orderIds: readonly string[] }>) => {
    const { name, description, metadata } = productVersions;
    return db
      .select({ order: orders, price: checkoutSessions.price, product: { name, description, metadata } })
      .from(orders)
      .innerJoin(checkoutSessions, refersTo(orders, orders.checkoutSessionId, checkoutSessions))
      .innerJoin(productVersions, refersTo(orders, orders.productVersionId, productVersions))
      .where(and(among(orders.id, orderIds), inTheseStores(orders, { merchantId, storeIds })));
  },
);

export type PayloadRows = Awaited<ReturnType<typeof readPayloadRows>>;

async function readPayments(
  tx: Tx,
  stores: StoresOfMerchant,
  ids: readonly string[],
  periods: PayloadRowsOf['periods'],
): Promise<Payment[]> {
  if (periods.length === 0) return ids.length === 0 ? [] : await namedPayments(tx, { ...stores, ids });
  const named: (SQL | undefined)[] = ids.length > 0 ? [inArray(payments.id, [...ids])] : [];
  const periodConditions = periods.map(({ orderId, periodNumber }) =>
    and(eq(payments.orderId, orderId), eq(payments.periodNumber, periodNumber), eq(payments.status, 'succeeded')),
  );
  const conditions = [...named, ...periodConditions];
  return await tx
    .select()
    .from(payments)
    .where(and(or(...conditions), inTheseStores(payments, stores)));
}

/** The usual case: every event names its payment. */
const namedPayments = hotStatement(
  (db, { ids, merchantId, storeIds }: Params<StoresOfMerchant & { ids: readonly string[] }>) =>
    db
      .select()
      .from(payments)
      .where(and(among(payments.id, ids), inTheseStores(payments, { merchantId, storeIds }))),
);

/** The condition that a row belongs to one of the stores. */
const inTheseStores = (
  table: { readonly merchantId: Column; readonly storeId: Column },
  { merchantId, storeIds }: StoresOfMerchant | Params<StoresOfMerchant>,
): SQL | undefined => and(among(table.storeId, storeIds), eq(table.merchantId, merchantId));
