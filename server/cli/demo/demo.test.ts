import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verifyPassword } from 'better-auth/crypto';
import { eq } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '#db/client.ts';
import { credentials, merchants, orders, productVersions } from '#db/schema/index.ts';
import { newId, toShortId } from '#server/domain/ids.ts';
import { newDatabase } from '#server/testing/databases/own-database.ts';
import { projectRoot } from '../project-root.ts';
import { ensureDemo } from './demo.ts';

/** An empty database and an empty data folder. */
async function emptyInstallation() {
  const [database, dataDir] = await Promise.all([newDatabase(), mkdtemp(join(tmpdir(), 'counterfoil-demo-'))]);
  const { db, close } = openDatabase(database.url, { max: 4 });
  onTestFinished(async () => {
    await close();
    await database.close();
    await rm(dataDir, { recursive: true });
  });
  return { db, dataDir };
}

test('creates one merchant with products and 90 days of sales in an empty database', async () => {
  const { db, dataDir } = await emptyInstallation();
  const now = new Date();
  const [first, beside] = await Promise.all([ensureDemo(db, { now, dataDir }), ensureDemo(db, { now, dataDir })]);
  expect(first).toMatchObject({
    email: 'demo@example.com',
    checkoutUrl: expect.stringMatching(/\/checkout\/[0-9a-f-]{36}$/),
  });
  expect(beside?.email).toBe(first?.email);
  const created = await db.select().from(orders);
  const oldestMs = Math.min(...created.map(({ createdAt }) => createdAt.getTime()));
  expect(Math.round((now.getTime() - oldestMs) / 86_400_000)).toBeGreaterThan(80);
  const pictures = (await db.select().from(productVersions)).flatMap(({ media }) => media.map(({ url }) => url));
  expect(pictures.length).toBeGreaterThanOrEqual(4);
  for (const url of pictures) expect(existsSync(join(projectRoot, 'public', new URL(url).pathname))).toBe(true);
  const statuses = created.map(({ status }) => status);
  const expected = ['completed', 'pending', 'canceled', 'trialing', 'active', 'canceling', 'past_due'];
  expect(new Set(statuses)).toEqual(new Set(expected));
  expect(created.filter(({ refundState }) => refundState === 'full')).toHaveLength(1);
  expect(Math.max(...created.map(({ periodNumber }) => periodNumber ?? 0))).toBe(3);
  const later = await ensureDemo(db, { now: new Date(now.getTime() + 60_000), dataDir });
  expect(later).toEqual(first);
  expect(await db.select().from(orders)).toHaveLength(statuses.length);
});

test('stores a random password that opens the account in a file that only its owner can read', async () => {
  const { db, dataDir } = await emptyInstallation();
  const demo = await ensureDemo(db, { now: new Date(), dataDir });
  const [merchant] = await db.select().from(merchants).where(eq(merchants.email, 'demo@example.com'));
  const [credential] = await db
    .select()
    .from(credentials)
    .where(eq(credentials.merchantId, merchant?.id ?? ''));
  expect(await verifyPassword({ hash: credential?.password ?? '', password: demo?.password ?? '' })).toBe(true);
  const file = join(dataDir, `demo-${toShortId('MER', merchant?.id ?? '')}.password`);
  expect((await readFile(file, 'utf8')).trim()).toBe(demo?.password);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

test('creates nothing in a database that has merchants', async () => {
  const { db, dataDir } = await emptyInstallation();
  const now = new Date();
  await db
    .insert(merchants)
    .values({ id: newId(), name: 'Own', email: 'own@example.com', createdAt: now, updatedAt: now });
  expect(await ensureDemo(db, { now, dataDir })).toBeNull();
  expect(await db.select().from(orders)).toEqual([]);
});
