/**
 * Fail-over: the primary dies while buyers pay, and its synchronous standby is promoted. The service follows on its
 * own, nothing that was confirmed is lost, and no buyer is charged twice.
 */
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenDatabase, openDatabase } from '#db/client.ts';
import { migrate } from '#db/migrate.ts';
import { openReader } from '#db/reader.ts';
import { payments, stores } from '#db/schema/index.ts';
import { insertApiKey, insertMerchant } from '#server/accounts/data/merchants.ts';
import { fingerprintOf } from '#server/actions/api-key/create-key.ts';
import { settlePayments } from '#server/billing/jobs/settle-payments.ts';
import { toShortId } from '#server/domain/ids.ts';
import { isUnavailable } from '#server/platform/data/read-failures.ts';
import { insertStore } from '#server/stores/stores.ts';
import { checkConfirmed, checkConsistency, readUnfinished } from '#server/testing/chaos/checks.ts';
import { signedHeaders } from '#server/testing/chaos/merchant.ts';
import { type DatabaseProxy, openDatabaseProxy } from '#server/testing/databases/database-proxy.ts';
import { type StandbyPair, startStandbyPair } from '#server/testing/databases/standby-pair.ts';
import { StripeDouble } from '#server/testing/stripe/double.ts';
import { startApiServer, type TestServer } from '#server/testing/test-servers.ts';

const buyers = 4;
/** Sales before the primary dies, and after the promotion. */
const salesEach = 8;

let pair: StandbyPair;
let opened: OpenDatabase;
let stripe: StripeDouble;
/** The service with its worker, in one process. */
let server: TestServer;

beforeAll(async () => {
  [pair, stripe] = await Promise.all([startStandbyPair(), new StripeDouble().listen()]);
  await migrate(pair.url);
  opened = openDatabase(pair.url, { max: 2, applicationName: 'watching' });
  const settings = { ...stripe.settings, LOG_LEVEL: 'silent' };
  server = await startApiServer(pair.url, { pages: false, worker: true, settings });
  // One job runs in this process.
  Object.assign(process.env, settings);
}, 120_000);

afterAll(async () => {
  await server.close();
  await opened.close();
  await Promise.all([pair.close(), stripe.close()]);
});

/** A limit for failure: far longer than a fail-over takes on a busy machine. */
const poll = <Value>(read: () => Value) => expect.poll(read, { timeout: 50_000 });

// biome-ignore lint/suspicious/noExplicitAny: the test knows the answers' shapes
type Body = any;

/** `Retry-After` of each refusal. */
const refusals: (string | null)[] = [];

/** Posts until the service answers. */
async function post(path: string, body: object, headersOf: (text: string) => Record<string, string> = () => ({})) {
  const text = JSON.stringify(body);
  for (;;) {
    const headers = { 'Content-Type': 'application/json', ...headersOf(text) };
    const response = await fetch(`${server.url}${path}`, { method: 'POST', headers, body: text });
    const { data, errors } = (await response.json()) as Body;
    if (response.status === 200) return data as Body;
    // The charge was under way when the primary died. The worker asks Stripe whether it happened.
    if (response.status === 409 && path.endsWith('/pay')) return { state: 'processing' };
    expect([response.status, errors], path).toMatchObject([503, [expect.objectContaining({ layer: 'gateway' })]]);
    refusals.push(response.headers.get('retry-after'));
    await sleep(50);
  }
}

/** A store that sells a product through Stripe. */
async function openStore() {
  const now = new Date();
  const made = await opened.db.transaction(async (tx) => {
    const account = { email: 'owner@example.com', name: 'Owner', passwordHash: undefined };
    const merchant = await insertMerchant(tx, account, now);
    const store = await insertStore(tx, { merchantId: merchant.id }, 'Steady', now);
    await tx.update(stores).set({ prodEnabled: true }).where(eq(stores.id, store.id));
    const keyFor = async (environment: 'test' | 'prod') => {
      const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
      const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
      const about = {
        merchantId: merchant.id,
        environment,
        nickname: environment,
        fingerprint: fingerprintOf(publicKey),
      };
      await insertApiKey(tx, { ...about, publicKey: pem }, now);
      return privateKey;
    };
    return { merchant, store, keys: { test: await keyFor('test'), prod: await keyFor('prod') } };
  });
  const merchantId = toShortId('MER', made.merchant.id);
  const call = (action: string, body: object, environment: 'test' | 'prod' = 'prod') => {
    const [path, idempotencyKey] = [`/v1/actions/${action}`, randomUUID()];
    const signer = { merchantId, key: made.keys[environment] };
    return post(path, body, (text) => ({
      ...signedHeaders(signer, path, text),
      'X-Idempotency-Key': idempotencyKey,
    }));
  };
  const storeId = toShortId('STO', made.store.id);
  const details = { storeId, name: 'Handbook', prices: { USD: { amount: '29.00' } } };
  const { product } = await call('onetime-product/create-product', details, 'test');
  await call('onetime-product/publish-product', { id: product.id }, 'test');
  return {
    call,
    slug: made.store.slug,
    sale: { storeId, productId: product.id, productType: 'onetime', currency: 'USD' },
  };
}

test('refuses to migrate a standby', async () => {
  await expect(migrate(pair.standby.url)).rejects.toThrow(
    `The database at ${pair.standby.address} cannot be reached: none of its servers takes writes.`,
  );
});

test('reads a standby while it is close behind, and the primary otherwise', async () => {
  const connections = { databaseUrl: pair.url, databasePool: 2, databaseNodes: [], readUrl: pair.url, readPool: 2 };
  const settings = { ...connections, readTimeoutMs: 10_000, maxReadLagMs: 2000 };
  const reader = openReader(settings, () => {});
  const isAtStandby = async (hasJustWritten: boolean) => {
    const { rows } = await reader.choose(hasJustWritten).query({ text: 'select pg_is_in_recovery() as "isStandby"' });
    return rows[0]?.isStandby;
  };
  // Nothing is written meanwhile: an idle primary causes no lag.
  await poll(() => isAtStandby(false)).toBe(true);
  expect(await isAtStandby(true)).toBe(false);
  await pair.standby.run('select pg_wal_replay_pause()');
  await opened.db.execute(sql`create table lagging (note text)`);
  await poll(() => reader.replica()?.isUsed).toBe(false);
  await poll(() => reader.replica()?.lagMs).toBeGreaterThan(settings.maxReadLagMs);
  expect(await isAtStandby(false)).toBe(false);
  await pair.standby.run('select pg_wal_replay_resume()');
  await poll(() => isAtStandby(false)).toBe(true);
  await reader.close();
});

test('follows a killed primary to its standby: nothing confirmed is lost, nothing is charged twice', async () => {
  const { call, slug, sale } = await openStore();
  const confirmed = { sessions: [] as string[], paid: [] as string[], advances: 0 };
  const buyer = { email: 'buyer@example.com', country: 'DE', state: '', postcode: '' };
  const buy = async () => {
    const { sessionId } = await call('checkout/create-session', sale);
    confirmed.sessions.push(sessionId);
    const page = `/${slug}/checkout/${sessionId}`;
    const sameBuyer = () => ({ Cookie: `counterfoil_buyer=${'b'.repeat(43)}` });
    const { shown } = await post(`${page}/quote`, buyer, sameBuyer);
    const paid = await post(
      `${page}/pay`,
      { ...buyer, shown, paymentToken: `ctoken_works~${randomUUID()}` },
      sameBuyer,
    );
    if (paid.state === 'paid') confirmed.paid.push(sessionId);
  };
  let isOver = false;
  const sales = Promise.all(
    Array.from({ length: buyers }, async () => {
      while (!isOver) await buy();
    }),
  );
  const paidCount = () => confirmed.paid.length;
  await poll(paidCount).toBeGreaterThanOrEqual(salesEach);
  await pair.primary.kill();
  await poll(() => refusals.length).toBeGreaterThanOrEqual(buyers);
  const paidBefore = paidCount();
  await pair.standby.promote();
  await poll(paidCount).toBeGreaterThanOrEqual(paidBefore + salesEach);
  isOver = true;
  await sales;
  expect(new Set(refusals)).toEqual(new Set(['2']));

  // The worker continues on the new primary. Charges and emails in progress wait for the end of their lease.
  const isLeased = (work: string) => /^(payments in progress|emails queued: 1$)/.test(work);
  await poll(async () => (await readUnfinished(opened.db)).filter((work) => !isLeased(work))).toEqual([]);
  await settlePayments(opened.db, new Date(Date.now() + 60_000));
  const charged = stripe.ledger.all('payment_intent').filter(({ status }) => status === 'succeeded');
  const recorded = await opened.db.select().from(payments).where(eq(payments.status, 'succeeded'));
  expect(new Set(recorded.map(({ orderId }) => orderId)).size).toBe(recorded.length);
  const chargedIds = charged.map(({ metadata }) => metadata.paymentId);
  expect([charged.length, new Set(chargedIds)]).toEqual([recorded.length, new Set(recorded.map(({ id }) => id))]);
  for (const { name, checked, problems } of [
    ...(await checkConfirmed(opened.db, confirmed)),
    ...(await checkConsistency(opened.db)),
  ])
    expect([checked > 0, problems], name).toEqual([true, []]);

  // The worker listens again. A refund starts on its notification.
  await poll(
    async () => (await pair.standby.run("select from pg_stat_activity where query like 'listen %'")).length,
  ).toBe(1);
  const paymentId = toShortId('PAY', recorded[0]?.id ?? '');
  await call('refund/create-refund', { paymentId, reason: 'changed my mind' });
  await poll(() => stripe.ledger.all('refund').map(({ status }) => status)).toEqual(['succeeded']);
});

/** The timeline of a connection's server: 1 at first, 2 once it has been promoted. */
const timelineOf = async ({ db }: OpenDatabase) =>
  (await db.execute<{ wal: string }>(sql`select left(pg_walfile_name(pg_current_wal_lsn()), 8) as wal`)).rows[0]?.wal;

test('stays with the promoted server when the former primary comes back as it was', async () => {
  await pair.primary.start();
  const connected = async (from: StandbyPair['primary']) =>
    (await from.run(`select from pg_stat_activity where application_name in ('counterfoil', 'watching')`)).length;
  await pair.standby.run(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name <> 'postgres.js'`,
  );
  const newcomer = openDatabase(pair.url, { max: 1, applicationName: 'watching' });
  await poll(() => timelineOf(opened).catch(() => undefined)).toBe('00000002');
  expect(await timelineOf(newcomer)).toBe('00000002');
  await newcomer.close();
  await poll(async () => (await fetch(`${server.url}/v1/health/ready`)).status).toBe(200);
  expect(await connected(pair.primary)).toBe(0);
});

test('refuses work while the server is read-only, and resumes afterwards', async () => {
  const setReadOnly = async (setting: string) => {
    await pair.standby.run(`alter system ${setting}`);
    await pair.standby.run('select pg_reload_conf()');
  };
  const write = () => opened.db.execute(sql`create table if not exists notes (note text)`);
  await write();
  await setReadOnly('set default_transaction_read_only = on');
  const outcome = () => write().then(() => 'written', isUnavailable);
  await poll(outcome).toBe(true);
  await setReadOnly('reset default_transaction_read_only');
  await poll(outcome).toBe('written');
});

test('leaves a machine that has vanished without closing its connections', async () => {
  const [vanishing, successor] = [await openDatabaseProxy(pair.primary.url), await openDatabaseProxy(pair.standby.url)];
  await successor.cut();
  const hostOf = ({ url }: DatabaseProxy) => new URL(url).host;
  const url = pair.url.replace(/@[^/]+/, `@${hostOf(vanishing)},${hostOf(successor)}`);
  const following = openDatabase(url, { max: 2, applicationName: 'following' });
  let notifications = 0;
  const listening = await following.listen({ news: () => (notifications += 1) });
  const underWay = following.query({ text: 'select pg_sleep(60)' });
  underWay.catch(() => {});
  const isRunning = () => pair.primary.run(`select from pg_stat_activity where query = 'select pg_sleep(60)'`);
  await poll(async () => (await isRunning()).length).toBeGreaterThan(0);
  vanishing.silence();
  await successor.restore();
  expect(await underWay.catch(isUnavailable)).toBe(true);
  await poll(() => timelineOf(following).catch(() => undefined)).toBe('00000002');
  // Notifications may have been missed meanwhile.
  await poll(() => notifications).toBe(1);
  await listening.stop();
  await following.close();
  await Promise.all([vanishing.close(), successor.close()]);
});
