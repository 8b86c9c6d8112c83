/** The demo account of an empty database: a merchant and a themed store with 90 days of sales. */
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hashPassword } from 'better-auth/crypto';
import { and, count, desc, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Database, Tx } from '#db/client.ts';
import { checkoutSessions, merchants, orders, products, stores } from '#db/schema/index.ts';
import { findMerchantByEmail, insertMerchant } from '#server/accounts/data/merchants.ts';
import { demoEmail } from '#server/accounts/data/operators.ts';
import { toShortId } from '#server/domain/ids.ts';
import { recordEvent } from '#server/events/data/events.ts';
import type { DashboardCaller } from '#server/platform/action.ts';
import { inStore, isStore, scopeOfStore } from '#server/platform/data/merchant-scope.ts';
import { settings } from '#server/platform/settings.ts';
import { insertStore, listMemberStores } from '#server/stores/stores.ts';
import { callAction, type DemoShop, dayMs, playDemo } from './sell.ts';

/** Sign-in and addresses of the demo. The password is stored only on the machine that created it. */
export interface DemoInfo {
  readonly email: string;
  readonly password: string;
  readonly storeSlug: string;
  readonly checkoutUrl: string;
}

interface DemoOptions {
  readonly now: Date;
  readonly dataDir: string;
}

const demoLock = 7_263_501;
/** Named by merchant, because one data folder can serve several databases in turn. */
const passwordFile = (dataDir: string, merchantId: string): string =>
  join(dataDir, `demo-${toShortId('MER', merchantId)}.password`);

/** Creates the demo in a database without merchants, once. Returns null where the database has no demo. */
export async function ensureDemo(db: Database, options: DemoOptions): Promise<DemoInfo | null> {
  return await db.transaction(async (lock) => {
    // Held while the demo is created on other connections: instances that start together create one demo.
    await lock.execute(sql`select pg_advisory_xact_lock(${demoLock})`);
    const [existing] = await lock.select({ merchants: count() }).from(merchants);
    if (existing?.merchants === 0) {
      const shop = await db.transaction((tx) => openDemoStore(tx, options));
      await playDemo(db, shop, options.now);
    }
    return await describeDemo(db, options);
  });
}

/** Returns null without a demo of this data folder, or when its store sells nothing. */
async function describeDemo(db: Database, { now, dataDir }: DemoOptions): Promise<DemoInfo | null> {
  const merchant = await findMerchantByEmail(db, demoEmail);
  const [store] = merchant ? await listMemberStores(db, merchant.id) : [];
  const password = merchant && (await readFile(passwordFile(dataDir, merchant.id), 'utf8').catch(() => undefined));
  if (!merchant || !store || password === undefined) return null;
  const caller = { kind: 'dashboard', merchantId: merchant.id, environment: 'test' } as const;
  const checkoutUrl = await demoCheckout(db, { caller, store }, now);
  if (!checkoutUrl) return null;
  return { email: demoEmail, password: password.trim(), storeSlug: store.slug, checkoutUrl };
}

async function openDemoStore(tx: Tx, { now, dataDir }: DemoOptions): Promise<DemoShop> {
  const password = randomBytes(9).toString('base64url');
  const opened = new Date(now.getTime() - 90 * dayMs);
  const account = { email: demoEmail, name: 'Demo Merchant', passwordHash: await hashPassword(password) };
  const merchant = await insertMerchant(tx, account, opened);
  await mkdir(dataDir, { recursive: true });
  await writeFile(passwordFile(dataDir, merchant.id), `${password}\n`, { mode: 0o600 });
  const store = await insertStore(tx, { merchantId: merchant.id }, 'Kettle & Crema', opened);
  const light = { checkoutColorPrimary: '#7a3e1d', checkoutColorBackground: '#faf6f1', checkoutColorCard: '#ffffff' };
  const dark = { checkoutColorPrimary: '#e0a878', checkoutColorBackground: '#1a1512', checkoutColorCard: '#241d19' };
  const checkoutSettings = {
    light: { ...light, checkoutBorderRadius: '10px' },
    dark: { ...dark, checkoutBorderRadius: '10px' },
  };
  await tx
    .update(stores)
    .set({ supportEmail: 'hello@example.com', checkoutSettings })
    .where(isStore(scopeOfStore(store)));
  const caller: DashboardCaller = { kind: 'dashboard', merchantId: merchant.id, environment: 'test' };
  const actor = { kind: 'operator', by: 'demo' } as const;
  const about = { objectId: store.id, environment: 'test', actor } as const;
  await recordEvent(tx, { merchantId: merchant.id, storeId: store.id, type: 'store.created', ...about }, opened);
  return { caller, store };
}

/** The address of an unused checkout that stays valid for days, or of a new one for the store's first product. */
async function demoCheckout(db: Database, { caller, store }: DemoShop, now: Date): Promise<string | undefined> {
  const [unused] = await db
    .select({ id: checkoutSessions.id })
    .from(checkoutSessions)
    .leftJoin(
      orders,
      and(eq(orders.checkoutSessionId, checkoutSessions.id), eq(orders.merchantId, checkoutSessions.merchantId)),
    )
    .where(
      and(
        inStore(checkoutSessions, scopeOfStore(store)),
        gt(checkoutSessions.expiresAt, new Date(now.getTime() + 2 * dayMs)),
        isNull(orders.id),
      ),
    )
    .orderBy(desc(checkoutSessions.createdAt))
    .limit(1);
  if (unused) return `${settings().checkoutUrl}/${store.slug}/checkout/${unused.id}`;
  const [product] = await db
    .select()
    .from(products)
    .where(inStore(products, scopeOfStore(store)))
    .orderBy(products.createdAt, products.id)
    .limit(1);
  if (!product) return undefined;
  const body = { storeId: store.id, productId: product.id, productType: product.type, currency: 'USD' };
  const { checkoutUrl } = await callAction(db, caller, 'checkout/create-session', body, now).catch(() => ({
    checkoutUrl: undefined,
  }));
  return checkoutUrl === undefined ? undefined : String(checkoutUrl);
}
