/**
 * Inserts any number of active subscriptions of one store in a few statements, as individual payments would leave them.
 */
import { sql } from 'drizzle-orm';
import type { Database, Tx } from '#db/client.ts';
import { products, productVersions } from '#db/schema/index.ts';
import { insertMerchant } from '#server/accounts/data/merchants.ts';
import { periodOf } from '#server/billing/subscriptions/rules/renewal.ts';
import { newId, newUnguessableId } from '#server/domain/ids.ts';
import { insertStore, type Store } from '#server/stores/stores.ts';
import { addCustomers } from './add-customers.ts';

/** The monthly price of each subscription with German tax, in minor units of USD. */
export const monthly = { amountMinor: 2142, taxMinor: 342 } as const;

/**
 * Creates a store with `count` monthly subscriptions in test. Each is in its first period, which ends at `dueAt`, and
 * has its own saved sandbox card, its first payment and its ledger entries.
 */
export async function makeSubscriptions(db: Database, count: number, dueAt: Date): Promise<Store> {
  const startedAt = new Date(dueAt);
  startedAt.setUTCMonth(startedAt.getUTCMonth() - 1);
  const { end } = periodOf({ billingPeriod: 'monthly', startedAt, trialEndsAt: null, movedPeriods: null }, 1);
  if (end.getTime() !== dueAt.getTime()) throw new RangeError('no month ends then');
  return await db.transaction(async (tx) => {
    const account = { email: `${newUnguessableId()}@example.com`, name: 'Merchant', passwordHash: undefined };
    const merchant = await insertMerchant(tx, account, startedAt);
    const store = await insertStore(tx, { merchantId: merchant.id }, 'Many Subscriptions', startedAt);
    await insertOrders(tx, store, await insertProduct(tx, store, startedAt), { count, startedAt, dueAt });
    await addCustomers(tx, store.id);
    await insertPayments(tx, store);
    return store;
  });
}

const price = {
  amountMinor: monthly.amountMinor - monthly.taxMinor,
  taxIncluded: false,
  taxCategory: 'digital_goods',
} as const;

async function insertProduct(tx: Tx, { merchantId, id: storeId }: Store, at: Date) {
  const [productId, versionId] = [newId(), newId()];
  const owned = { merchantId, storeId };
  await tx.insert(products).values({
    id: productId,
    ...owned,
    type: 'subscription',
    testVersionId: versionId,
    testStatus: 'active',
    prodStatus: 'inactive',
    createdAt: at,
    updatedAt: at,
  });
  await tx.insert(productVersions).values({
    id: versionId,
    ...owned,
    productId,
    environment: 'test',
    versionNumber: 1,
    name: 'Beans by Post',
    billingPeriod: 'monthly',
    prices: { USD: price },
    media: [],
    metadata: {},
    createdAt: at,
  });
  return { productId, versionId };
}

async function insertOrders(
  tx: Tx,
  store: Store,
  { productId, versionId }: { productId: string; versionId: string },
  { count, startedAt, dueAt }: { count: number; startedAt: Date; dueAt: Date },
): Promise<void> {
  const [started, due] = [startedAt.toISOString(), dueAt.toISOString()];
  const tenant = sql`${store.merchantId}::uuid as merchant_id, ${store.id}::uuid as store_id, 'test' as environment`;
  const amounts = sql`'USD' as currency, ${price.amountMinor}::bigint as subtotal_minor,
    ${monthly.taxMinor}::bigint as tax_minor, ${monthly.amountMinor}::bigint as total_minor`;
  const billing = sql`'{"country": "DE", "isBusiness": false}'::jsonb as billing_detail`;
  await tx.execute(sql`
    insert into checkout_sessions (id, merchant_id, store_id, environment, product_id, product_version_id, product_type,
      currency, price, buyer_email, billing_detail, metadata, expires_at, created_at)
    select gen_random_uuid(), ${tenant}, ${productId}::uuid, ${versionId}::uuid, 'subscription', 'USD',
      ${JSON.stringify(price)}::jsonb, 'buyer' || n || '@example.com', ${billing}, '{}', ${due}, ${started}
    from generate_series(1, ${count}::int) as n`);
  await tx.execute(sql`
    insert into orders (merchant_id, store_id, environment, currency, subtotal_minor, tax_minor, total_minor,
      billing_detail, id, product_type, status, checkout_session_id, product_id, product_version_id,
      tax_rate_millionths, tax_name, buyer_email, metadata, expires_at, billing_period, started_at,
      current_period_start, current_period_end, period_number, next_charge_at, created_at, updated_at)
    select ${tenant}, ${amounts}, ${billing}, uuidv7(), 'subscription', 'active', id, ${productId}::uuid,
      ${versionId}::uuid, 190000, 'VAT', buyer_email, '{}', ${due}, 'monthly', ${started}::timestamptz,
      ${started}::timestamptz, ${due}::timestamptz, 1, ${due}::timestamptz, ${started}::timestamptz,
      ${started}::timestamptz
    from checkout_sessions where store_id = ${store.id}`);
}

async function insertPayments(tx: Tx, store: Store): Promise<void> {
  await tx.execute(sql`
    insert into payment_methods (id, merchant_id, store_id, environment, order_id, provider, provider_method_id, type,
      card_brand, card_last4, expiry_month, expiry_year, created_at)
    select uuidv7(), merchant_id, store_id, environment, id, 'sandbox',
      'sandbox_method_' || replace(gen_random_uuid()::text, '-', ''), 'card', 'visa', '4242', 12, 2040, created_at
    from orders where store_id = ${store.id}`);
  await tx.execute(sql`
    insert into sandbox_methods (id, number, expiry_month, expiry_year, created_at)
    select provider_method_id, '4242424242424242', expiry_month, expiry_year, created_at
    from payment_methods where store_id = ${store.id}`);
  await tx.execute(sql`
    insert into payments (id, merchant_id, store_id, environment, order_id, product_id, country, period_number, provider,
      provider_payment_id, status, currency, amount_minor, tax_minor, tax_rate_millionths, tax_name, method, card_brand,
      card_last4, attempt, succeeded_at, created_at, updated_at)
    select payment_id, merchant_id, store_id, environment, id, product_id, billing_detail ->> 'country', 1, 'sandbox',
      'sandbox_' || payment_id, 'succeeded',
      currency, total_minor, tax_minor, tax_rate_millionths, tax_name, 'card', 'visa', '4242', 1, created_at,
      created_at, created_at
    from (select *, uuidv7() as payment_id from orders where store_id = ${store.id}) as bought`);
  await tx.execute(sql`
    insert into sandbox_charges (key, status, currency, amount_minor, card_brand, card_last4, created_at)
    select id, 'succeeded', currency, amount_minor, card_brand, card_last4, created_at
    from payments where store_id = ${store.id}`);
  await tx.execute(sql`
    insert into events (id, merchant_id, store_id, environment, type, object_type, object_id, sequence, actor, data,
      created_at)
    select uuidv7(), merchant_id, store_id, environment, happened.type, 'order', id, happened.sequence,
      '{"kind": "checkout", "by": "bench"}', '{}', created_at
    from orders cross join unnest(array['order.created', 'payment.succeeded', 'subscription.activated'])
      with ordinality as happened (type, sequence)
    where store_id = ${store.id}`);
  await tx.execute(sql`
    insert into event_heads (object_id, merchant_id, sequence)
    select object_id, merchant_id, max(sequence) from events where store_id = ${store.id} group by 1, 2`);
  await tx.execute(sql`
    insert into event_outbox (event_id, merchant_id, object_id, sequence)
    select id, merchant_id, object_id, sequence from events where store_id = ${store.id}`);
  await tx.execute(sql`
    insert into ledger_transactions (id, merchant_id, store_id, environment, kind, payment_id, currency, occurred_at,
      created_at)
    select uuidv7(), merchant_id, store_id, environment, 'charge', id, currency, created_at, created_at
    from payments where store_id = ${store.id}`);
  await tx.execute(sql`
    insert into ledger_movements (kind, subject_id, merchant_id)
    select kind, payment_id, merchant_id from ledger_transactions where store_id = ${store.id}`);
  await tx.execute(sql`
    insert into ledger_entries (id, merchant_id, store_id, environment, transaction_id, line, account, currency,
      amount_minor)
    select uuidv7(), merchant_id, store_id, environment, id, entry.line, entry.account, currency, entry.amount
    from ledger_transactions cross join (values (1, 'provider_balance', ${monthly.amountMinor}::bigint),
      (2, 'sales', ${monthly.taxMinor - monthly.amountMinor}::bigint), (3, 'tax_payable', ${-monthly.taxMinor}::bigint)
    ) as entry (line, account, amount)
    where store_id = ${store.id}`);
}
