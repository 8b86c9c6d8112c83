/** The customer of an order: exists from the first order that is paid or starts with a trial. */
import { type Placeholder, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { customers, type orders } from '#db/schema/index.ts';
import type { RowBefore } from '#server/platform/data/update-row.ts';

type OrderRow = typeof orders.$inferSelect;
/** The columns of an order that decide its customer. */
export type Bought = Pick<
  OrderRow,
  'id' | 'merchantId' | 'storeId' | 'environment' | 'customerId' | 'buyerIdentity' | 'buyerEmail' | 'billingDetail'
>;

/**
 * The customer that the update of an order writes which makes it bought; undefined for another update, and without a buyer.
 */
export function customerOf(
  order: Bought,
  { completedAt, startedAt, ...changes }: Partial<OrderRow>,
): RowBefore | undefined {
  const boughtAt = completedAt ?? startedAt;
  const { buyerIdentity: identity, buyerEmail: email, billingDetail } = { ...order, ...changes };
  const key = identity ? `id:${identity}` : email && `email:${email.toLowerCase()}`;
  if (!boughtAt || !key || order.customerId) return undefined;
  const values = {
    buyerOrderId: order.id,
    buyerMerchant: order.merchantId,
    buyerStore: order.storeId,
    buyerEnvironment: order.environment,
    buyerKey: key,
    buyerId: identity,
    buyerAddress: email,
    buyerCountry: billingDetail?.country ?? null,
    boughtAt,
  };
  return { name: 'customer', build, values };
}

function build(db: Tx, params: Readonly<Record<string, Placeholder>>) {
  const value = (name: string): Placeholder => {
    const placeholder = params[name];
    if (!placeholder) throw new Error(`the statement has no parameter ${name}`);
    return placeholder;
  };
  const row = db.$with('customer').as(
    db
      .insert(customers)
      .values({
        id: value('buyerOrderId'),
        merchantId: value('buyerMerchant'),
        storeId: value('buyerStore'),
        environment: value('buyerEnvironment'),
        key: value('buyerKey'),
        identity: value('buyerId'),
        email: value('buyerAddress'),
        country: value('buyerCountry'),
        orders: 1,
        firstOrderAt: value('boughtAt'),
        lastOrderAt: value('boughtAt'),
      })
      .onConflictDoUpdate({
        target: [customers.storeId, customers.environment, customers.key, customers.merchantId],
        set: {
          orders: sql`${customers.orders} + 1`,
          email: sql`coalesce(excluded.email, ${customers.email})`,
          country: sql`coalesce(excluded.country, ${customers.country})`,
          firstOrderAt: sql`least(${customers.firstOrderAt}, excluded.first_order_at)`,
          lastOrderAt: sql`greatest(${customers.lastOrderAt}, excluded.last_order_at)`,
        },
      })
      .returning({ id: customers.id }),
  );
  return { row, changes: { customerId: sql`(select id from ${row})` } };
}
