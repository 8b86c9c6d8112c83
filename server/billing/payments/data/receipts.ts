/** The data of receipts. */
import { and, asc, eq } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { orders, payments, productVersions, refunds, stores } from '#db/schema/index.ts';
import type { Environment } from '#server/domain/environments.ts';
import { scopeOfStores } from '#server/platform/data/listing.ts';
import { checkedInStore, inStore, isStoreOf, refersTo, type StoreScope } from '#server/platform/data/merchant-scope.ts';
import type { Store } from '#server/stores/stores.ts';
import { findStoreOrder } from '../../orders/data/store-orders.ts';
import { visibleOrders } from '../../orders/data/visible-orders.ts';
import { type Order, parseOrderOf } from '../../orders/rules/order.ts';
import { findQuote } from '../../quotes/data/quotes.ts';
import type { QuoteContent } from '../../quotes/rules/quote-content.ts';
import type { Refund } from '../../refunds/refunds.ts';
import type { Payment } from '../payments.ts';

/** The receipts of one store and environment; for a customer, limited to their own orders. */
export interface ReceiptScope extends StoreScope {
  readonly environment: Environment;
  /** The customer's identity or, without one, their email address. */
  readonly buyer?: string | undefined;
}

export interface ReceiptRows {
  readonly payment: Payment;
  readonly order: Order;
  readonly store: Store;
  readonly productName: string;
  /** The payment's succeeded refunds, oldest first. */
  readonly refunds: readonly Refund[];
  /** The plan change that was paid, and the plan before it; null for any other payment. */
  readonly change: { readonly content: QuoteContent; readonly fromPlan: string } | null;
}

/** A succeeded payment in scope with everything that its receipt shows, or undefined. */
export async function findPaidPayment(
  tx: Tx,
  { environment, buyer, ...store }: ReceiptScope,
  paymentId: string,
): Promise<ReceiptRows | undefined> {
  const scope = { environment, ...scopeOfStores([store]), onSaleOnly: true };
  const [row] = await tx
    .select({ payment: payments, order: orders, store: stores, productName: productVersions.name })
    .from(payments)
    .innerJoin(orders, refersTo(payments, payments.orderId, orders))
    .innerJoin(stores, isStoreOf(payments))
    .innerJoin(productVersions, refersTo(orders, orders.productVersionId, productVersions))
    .where(
      and(
        eq(payments.id, paymentId),
        inStore(payments, store),
        eq(payments.environment, environment),
        eq(payments.status, 'succeeded'),
        visibleOrders(buyer === undefined ? scope : { ...scope, buyerIdentity: buyer }),
      ),
    );
  if (!row) return undefined;
  const succeededRefunds = await tx
    .select()
    .from(refunds)
    .where(and(eq(refunds.paymentId, paymentId), checkedInStore(refunds, store), eq(refunds.status, 'succeeded')))
    .orderBy(asc(refunds.succeededAt), asc(refunds.id));
  return { ...parseOrderOf(row), refunds: succeededRefunds, change: await findPaidChange(tx, row.payment) };
}

async function findPaidChange(tx: Tx, payment: Payment): Promise<ReceiptRows['change']> {
  const { merchantId, storeId, quoteId } = payment;
  const quote = quoteId ? await findQuote(tx, { merchantId, storeId, quoteId }) : undefined;
  if (!quote?.content.change || !quote.orderId) return null;
  const origin = await findStoreOrder(tx, payment, quote.orderId);
  return origin ? { content: quote.content, fromPlan: origin.productName } : null;
}
