/** Copies a purchased order many times, for tests of lists. */
import { and, eq } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { checkoutSessions, orders, payments } from '#db/schema/index.ts';
import { type Order, parseOrder } from '#server/billing/orders/rules/order.ts';
import type { Payment } from '#server/billing/payments/payments.ts';
import { periodStart } from '#server/domain/billing-calendar.ts';
import { newId, newUnguessableId } from '#server/domain/ids.ts';
import { addCustomers } from './add-customers.ts';

/** The fields that differ from the original. With `payment`, a copy of the original's payment pays for it. */
type Row = typeof orders.$inferSelect;

/** Makes a copy a monthly subscription that started at this time and is in its first period. */
export const asSubscription = (at: Date) =>
  ({
    productType: 'subscription',
    status: 'active',
    billingPeriod: 'monthly',
    completedAt: null,
    startedAt: at,
    currentPeriodStart: at,
    currentPeriodEnd: periodStart(at, 'monthly', 1),
    periodNumber: 1,
  }) as const;

export type OrderCopy = Partial<Row> & { readonly payment?: Partial<Payment> };

/** Copies an order with its session, in this order and without events. */
export async function copyOrder(db: Database, order: Row, copies: readonly OrderCopy[]): Promise<Order[]> {
  const [session] = await db.select().from(checkoutSessions).where(eq(checkoutSessions.id, order.checkoutSessionId));
  const [paid] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.orderId, order.id), eq(payments.storeId, order.storeId)));
  if (!session) throw new Error('the order has no session');
  const prepared = copies.map(({ payment, ...fields }) => {
    const copy = { ...order, id: newId(), checkoutSessionId: newUnguessableId(), customerId: null, ...fields };
    return { copy, payment: payment && { ...paid, ...payment } };
  });
  await db
    .insert(checkoutSessions)
    .values(prepared.map(({ copy }) => ({ ...session, id: copy.checkoutSessionId, environment: copy.environment })));
  await db.insert(orders).values(prepared.map(({ copy }) => copy));
  await addCustomers(db, order.storeId);
  const attempts = prepared.flatMap(({ copy, payment }) =>
    payment
      ? {
          ...(payment as Payment),
          id: newId(),
          orderId: copy.id,
          productId: copy.productId,
          country: copy.billingDetail?.country ?? null,
          environment: copy.environment,
          providerPaymentId: null,
          currency: copy.currency,
          createdAt: copy.createdAt,
        }
      : [],
  );
  if (attempts.length > 0) await db.insert(payments).values(attempts);
  const rows = await db.select().from(orders).where(eq(orders.storeId, order.storeId));
  return prepared.flatMap(({ copy }) => rows.filter(({ id }) => id === copy.id)).map(parseOrder);
}
