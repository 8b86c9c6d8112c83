/** A store with sales in two periods, inserted as rows. */
import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { checkoutSessions, orders, payments, products, stores } from '#db/schema/index.ts';
import { fromShortId, newId, newUnguessableId, toShortId } from '#server/domain/ids.ts';
import { addCustomers } from '#server/testing/orders/add-customers.ts';
import { openStore as openEmptyStore } from './stores.ts';

/** A fixed clock, so that the periods do not depend on the date. */
const now = new Date('2026-03-31T12:00:00.000Z');

interface Sale {
  readonly at: string;
  readonly amountMinor: number;
  readonly currency?: string;
  readonly country?: string;
  /** The decline code. */
  readonly declined?: string;
}

/** Sales of the last 30 days, of the 30 days before, and one older sale. */
const sales: readonly Sale[] = [
  { at: '2026-03-31T09:00Z', amountMinor: 10_000, country: 'FR' },
  { at: '2026-03-30T09:00Z', amountMinor: 5000 },
  { at: '2026-03-05T09:00Z', amountMinor: 5000, declined: 'insufficient_funds' },
  { at: '2026-03-04T09:00Z', amountMinor: 2700, currency: 'EUR' },
  { at: '2026-02-10T09:00Z', amountMinor: 10_000 },
  { at: '2025-12-01T09:00Z', amountMinor: 70_000 },
];

/** A store with these test sales, and its merchant signed in. */
export async function openStore(page: Page, baseURL: string | undefined, database: Database) {
  const { store, home, slug, makeProduct } = await openEmptyStore(page, baseURL);
  await makeProduct({ prices: { USD: { amount: '50.00' } } });
  const storeId = fromShortId('STO', store.id) ?? '';
  await database.update(stores).set({ testClockAt: now }).where(eq(stores.id, storeId));
  const [product] = await database.select().from(products).where(eq(products.storeId, storeId));
  if (!product?.testVersionId) throw new Error('no product');
  const sold = { product, versionId: product.testVersionId };
  const ids = [];
  for (const sale of sales) ids.push(await sell(database, sold, sale));
  return { home, slug, newest: toShortId('ORD', ids[0] ?? '') };
}

type SoldProduct = { product: typeof products.$inferSelect; versionId: string };

/** Inserts a one-time sale. */
async function sell(database: Database, { product, versionId }: SoldProduct, sale: Sale): Promise<string> {
  const { amountMinor, currency = 'USD', country = 'DE', declined } = sale;
  const at = new Date(sale.at);
  const owner = { merchantId: product.merchantId, storeId: product.storeId, environment: 'test' as const };
  const shared = {
    ...owner,
    productId: product.id,
    productVersionId: versionId,
    productType: 'onetime' as const,
    currency,
    metadata: {},
    buyerEmail: `buyer-${country.toLowerCase()}@example.com`,
    billingDetail: { country, isBusiness: false },
    expiresAt: new Date(at.getTime() + 86_400_000),
    createdAt: at,
  };
  const price = { amountMinor, taxIncluded: false, taxCategory: 'digital_goods' as const };
  const session = { ...shared, id: newUnguessableId(), price };
  const order = {
    ...shared,
    id: newId(),
    checkoutSessionId: session.id,
    status: declined ? ('pending' as const) : ('completed' as const),
    subtotalMinor: amountMinor,
    taxMinor: 0,
    totalMinor: amountMinor,
    completedAt: declined ? null : at,
    updatedAt: at,
  };
  await database.insert(checkoutSessions).values(session);
  await database.insert(orders).values(order);
  await addCustomers(database, order.storeId);
  await database.insert(payments).values({
    ...owner,
    id: newId(),
    orderId: order.id,
    productId: order.productId,
    country,
    provider: 'sandbox',
    status: declined ? 'failed' : 'succeeded',
    currency,
    amountMinor,
    taxMinor: 0,
    method: 'card',
    failureCode: declined ?? null,
    attempt: 1,
    succeededAt: declined ? null : at,
    createdAt: at,
    updatedAt: at,
  });
  return order.id;
}
