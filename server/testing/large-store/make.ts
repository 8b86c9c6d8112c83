/**
 * Fills a store of any size with two years of data: products with versions, buyers from forty countries, paid,
 * abandoned and refunded orders, subscriptions in every status. A few statements insert a million orders in minutes.
 * The same size and time give the same rows except for the owner.
 */
import { sql } from 'drizzle-orm';
import type { Database, Tx } from '#db/client.ts';
import { products, productVersions } from '#db/schema/index.ts';
import type { Prices } from '#server/catalog/rules/prices.ts';
import type { BillingPeriod } from '#server/catalog/rules/product.ts';
import { newId } from '#server/domain/ids.ts';
import type { Store } from '#server/stores/stores.ts';
import { drawOrders } from './orders.ts';
import { insertCustomers, insertOrders, insertSessions } from './orders-written.ts';
import { drawPayments, insertPayments, insertRefunds } from './payments.ts';

export interface LargeStore {
  readonly orders: number;
  /** The end of the two years. */
  readonly now: Date;
}

/**
 * Fills the test environment of an empty store. Triggers are disabled meanwhile, which requires a superuser, so their
 * customers are inserted here, too.
 */
export async function fillStore(db: Database, store: Store, { orders, now }: LargeStore): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`set local work_mem = '256MB'`);
    await createDraws(tx);
    await insertProducts(tx, store, now);
    await drawOrders(tx, store, { orders, now });
    await insertSessions(tx);
    await insertCustomers(tx);
    await insertOrders(tx);
    await drawPayments(tx, store, now);
    await insertPayments(tx);
    await insertRefunds(tx, store, now);
  });
}

/**
 * Creates deterministic random functions: `draw` returns 0 to 1 for a row and a topic, `made_id` a UUIDv7 of a time.
 */
async function createDraws(tx: Tx): Promise<void> {
  await tx.execute(sql`
    create or replace function pg_temp.draw(row_number bigint, question int) returns float8 language sql immutable
    return (hashint8extended(row_number, question) & 2147483647)::float8 / 2147483648`);
  await tx.execute(sql`
    create or replace function pg_temp.made_id(at timestamptz, what text) returns uuid language sql immutable
    return overlay(overlay(overlay(md5(what) placing lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') from 1)
      placing '7' from 13) placing '8' from 17)::uuid`);
}

const price = (amountMinor: number) => ({ amountMinor, taxIncluded: false, taxCategory: 'digital_goods' }) as const;

const pricesOf = (cents: number): Prices => ({
  USD: price(cents),
  EUR: price(Math.round(cents * 0.9)),
  JPY: price(Math.round(cents * 1.5)),
});

const plans: readonly (BillingPeriod | null)[] = [
  ...Array.from({ length: 8 }, () => null),
  'monthly',
  'monthly',
  'quarterly',
  'yearly',
];
const monthsOf = { weekly: 0, monthly: 1, quarterly: 3, yearly: 12 } as const;

/** Twelve products, of which the last four are subscriptions, each at its third version. `made_versions` lists them. */
async function insertProducts(tx: Tx, { merchantId, id: storeId }: Store, now: Date): Promise<void> {
  const owned = { merchantId, storeId };
  await tx.execute(sql`create temporary table made_versions (index int, version_number int, product_id uuid,
    version_id uuid, billing_period text, months int, prices jsonb) on commit drop`);
  for (const [index, billingPeriod] of plans.entries()) {
    const productId = newId();
    const versions = [1, 2, 3].map((versionNumber) => ({
      id: newId(),
      ...owned,
      productId,
      environment: 'test' as const,
      versionNumber,
      name: billingPeriod ? `Plan ${index - 7}` : `Volume ${index + 1}`,
      billingPeriod,
      prices: pricesOf(900 + 700 * index + 100 * versionNumber),
      media: [],
      metadata: {},
      createdAt: now,
    }));
    const [, , current] = versions;
    if (!current) throw new Error('a product has three versions');
    await tx.insert(products).values({
      id: productId,
      ...owned,
      type: billingPeriod ? 'subscription' : 'onetime',
      testVersionId: current.id,
      testStatus: 'active',
      prodStatus: 'inactive',
      createdAt: now,
      updatedAt: now,
    });
    await tx.insert(productVersions).values(versions);
    for (const { id, versionNumber, prices } of versions) {
      await tx.execute(sql`insert into made_versions values (${index}, ${versionNumber}, ${productId}, ${id},
        ${billingPeriod}, ${billingPeriod && monthsOf[billingPeriod]}, ${JSON.stringify(prices)}::jsonb)`);
    }
  }
}
