/** The statement of the checkout page: its plan for a new store, whose table statistics are incomplete, and its merchant. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OpenDatabase, openDatabase } from '#db/client.ts';
import { checkoutSessions, merchants, products, productVersions, storeDirectory, stores } from '#db/schema/index.ts';
import { newId, newUnguessableId } from '#server/domain/ids.ts';
import { newMerchant, newSession, db as shared } from '#server/testing/api.ts';
import { isOnCluster } from '#server/testing/citus/cluster.ts';
import { newDatabase } from '#server/testing/databases/own-database.ts';
import type { TestDatabase } from '#server/testing/test-servers.ts';
import { findCheckoutOpening } from './checkout-openings.ts';

// A cluster's plan is one for each node.
describe.skipIf(isOnCluster)('the plan for a new store', () => {
  const price = { amountMinor: 1000, taxIncluded: false, taxCategory: 'digital_goods' } as const;
  const [productCount, sessionCount] = [90, 300];
  let own: TestDatabase;
  let opened: OpenDatabase;
  let sql: postgres.Sql;
  let slug: string;
  let sessionId: string;

  beforeAll(async () => {
    own = await newDatabase();
    opened = openDatabase(own.url, { max: 1, applicationName: 'young-store' });
    sql = postgres(own.url, { max: 1, onnotice: () => {} });
    // The tests choose which statistics are known.
    for (const table of ['stores', 'products', 'product_versions', 'checkout_sessions'])
      await sql.unsafe(`alter table ${table} set (autovacuum_enabled = off)`);
    const { id, store } = await newMerchant();
    const [merchant] = await shared.select().from(merchants).where(eq(merchants.id, id));
    await opened.db.insert(merchants).values(merchant as NonNullable<typeof merchant>);
    await opened.db.insert(storeDirectory).values({ merchantId: id, storeId: store.id, slug: store.slug });
    await opened.db.insert(stores).values(store);
    const now = new Date();
    const scope = { merchantId: id, storeId: store.id };
    const offered = Array.from({ length: productCount }, () => ({ productId: newId(), versionId: newId() }));
    await opened.db.insert(products).values(
      offered.map(({ productId, versionId }) => ({
        ...scope,
        id: productId,
        type: 'onetime' as const,
        testVersionId: versionId,
        testStatus: 'active' as const,
        prodStatus: 'inactive' as const,
        createdAt: now,
        updatedAt: now,
      })),
    );
    await opened.db.insert(productVersions).values(
      offered.map(({ productId, versionId }) => ({
        ...scope,
        id: versionId,
        productId,
        environment: 'test' as const,
        versionNumber: 1,
        name: 'Goods',
        description: 'A description of some length. '.repeat(20),
        prices: {},
        media: [],
        metadata: {},
        createdAt: now,
      })),
    );
    const sessions = Array.from({ length: sessionCount }, (_, index) => {
      const { productId = '', versionId: productVersionId = '' } = offered[index % productCount] ?? {};
      const base = { ...scope, environment: 'test' as const, productType: 'onetime' as const, currency: 'USD', price };
      const times = { expiresAt: now, createdAt: now };
      return { ...base, ...times, id: newUnguessableId(), productId, productVersionId, metadata: {} };
    });
    await opened.db.insert(checkoutSessions).values(sessions);
    slug = store.slug;
    sessionId = sessions[150]?.id ?? '';
  });

  afterAll(async () => {
    await Promise.all([opened.close(), sql.end()]);
    await own.close();
  });

  interface Plan {
    readonly 'Actual Loops': number;
    readonly 'Shared Hit Blocks': number;
    readonly 'Shared Read Blocks': number;
    readonly 'Actual Rows': number;
    readonly Plans?: readonly Plan[];
  }

  /** Explains the page's own statement for an address. */
  async function explain(address: { slug: string; sessionId: string }): Promise<Plan> {
    const statements: { text: string; values: unknown[] }[] = [];
    const watched = openDatabase(own.url, { max: 1, onStatement: (text, values) => statements.push({ text, values }) });
    await findCheckoutOpening(watched.db, address);
    await watched.close();
    // A further statement looks for the merchant of the slug.
    const { text, values } = statements.find((sent) => / from "checkout_sessions"/.test(sent.text)) ?? {
      text: '',
      values: [],
    };
    const [row] = await sql.unsafe(`explain (analyze, buffers, format json) ${text}`, values as string[]);
    return row?.['QUERY PLAN'][0].Plan;
  }

  const maxLoops = (plan: Plan): number => Math.max(plan['Actual Loops'], ...(plan.Plans ?? []).map(maxLoops));

  test.each([
    ['nothing is known', []],
    ['products are known', ['products']],
    ['sessions and products are known', ['checkout_sessions', 'products']],
    ['all but the stores is known', ['checkout_sessions', 'products', 'product_versions']],
  ])('a page reads a handful of blocks, no table more than once, where %s', async (_, known) => {
    for (const table of known) await sql.unsafe(`analyze ${table}`);
    for (const mode of ['force_custom_plan', 'force_generic_plan']) {
      await sql.unsafe(`set plan_cache_mode = ${mode}`);
      for (const id of [sessionId, randomUUID()]) {
        const plan = await explain({ slug, sessionId: id });
        expect(plan['Actual Rows']).toBe(id === sessionId ? 1 : 0);
        expect(maxLoops(plan)).toBe(1);
        expect(plan['Shared Hit Blocks'] + plan['Shared Read Blocks']).toBeLessThan(60);
      }
    }
  });
});

test('finds a session by a slug that another store had when this process last looked, in an older database', async () => {
  const [former, current] = [await newMerchant(), await newMerchant()];
  const [formerSession, session] = [await newSession(former), await newSession(current)];
  const { slug: taken } = former.store;
  const openingOf = async ({ sessionId: id }: { sessionId: string }) =>
    (await findCheckoutOpening(shared, { slug: taken, sessionId: id }))?.session.id;
  expect(await openingOf(formerSession)).toBe(formerSession.sessionId);
  const rename = async (id: string, slug: string) => {
    await shared.update(stores).set({ slug }).where(eq(stores.id, id));
    await shared.update(storeDirectory).set({ slug }).where(eq(storeDirectory.storeId, id));
  };
  await rename(former.store.id, `${taken}-renamed`);
  await rename(current.store.id, taken);
  expect([await openingOf(session), await openingOf(formerSession)]).toEqual([session.sessionId, undefined]);
});
