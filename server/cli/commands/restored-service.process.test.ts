/** A service on a restored database continues where the original was at the backup. */
import { randomUUID, verify } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { PgBoss } from 'pg-boss';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type Database, openDatabase } from '#db/client.ts';
import { relayEvents } from '#server/events/relay-events.ts';
import { englishVoice } from '#server/i18n/say.ts';
import { AccountBrowser, startAccounts } from '#server/testing/account-browser.ts';
import { insertTestMerchant, signedHeaders } from '#server/testing/api.ts';
import { runCommand } from '#server/testing/command-line.ts';
import { backUp, connect, emptyDatabase, restore } from '#server/testing/databases/backups.ts';
import { newDatabase } from '#server/testing/databases/own-database.ts';
import { newMailServer } from '#server/testing/mail-server.ts';
import { payCheckout, quoteCheckout } from '#server/testing/orders/checkout.ts';
import { makeSubscriptions } from '#server/testing/orders/many-subscriptions.ts';
import { startApiServer } from '#server/testing/test-servers.ts';
import { newReceiver, type ReceivedRequest } from '#server/testing/webhooks/receiver.ts';
import { webhookEvents } from '#server/webhooks/rules/webhook-events.ts';
import { insertWebhook } from '#server/webhooks/webhooks.ts';
import { consumers } from '#server/worker/consumers.ts';

vi.setConfig({ testTimeout: 120_000 });

type Merchant = Awaited<ReturnType<typeof insertTestMerchant>>;

async function callAt(url: string, merchant: Merchant, action: string, body: object, key: string = randomUUID()) {
  const [path, text] = [`/v1/actions/${action}`, JSON.stringify(body)];
  const signed = signedHeaders('POST', path, text, { merchantId: merchant.merchantId, key: merchant.keys.test });
  const headers = { ...signed, 'Content-Type': 'application/json', 'X-Idempotency-Key': key };
  const response = await fetch(`${url}${path}`, { method: 'POST', body: text, headers });
  const answered = await response.text();
  return { replayed: response.headers.get('idempotency-replayed'), text: answered, data: JSON.parse(answered).data };
}

/** The customer is the store's owner: in test mode only emails to the team are sent. */
async function payAt(db: Database, merchant: Merchant, sessionId: string) {
  const card = { cardNumber: '4242 4242 4242 4242', cardExpiry: '12 / 40', cardCvc: '123' };
  const form = { email: merchant.email, country: 'DE', state: '', postcode: '', ...card };
  const address = { storeSlug: merchant.slug, sessionId };
  const { shown } = await quoteCheckout(db, address, form, new Date(), englishVoice);
  await payCheckout(db, address, { ...form, shown }, new Date(), {});
}

/** A server on the database, and a connection for the test. */
async function serve(url: string, worker: boolean, settings: Readonly<Record<string, string>> = {}) {
  const server = await startApiServer(url, { pages: false, worker, settings });
  onTestFinished(() => server.close());
  const { db, close } = openDatabase(url, { max: 4 });
  onTestFinished(close);
  return { url: server.url, db, stop: () => server.close() };
}

/** A product and checkout sessions for it. */
async function newGoods(url: string, merchant: Merchant) {
  const { storeId } = merchant;
  const product = { storeId, name: 'Once', prices: { USD: { amount: '5.00' } } };
  const created = await callAt(url, merchant, 'onetime-product/create-product', product, 'before-backup');
  const sold = { storeId, productId: created.data.product.id, productType: 'onetime', currency: 'USD' };
  const newSession = async (at = url): Promise<string> =>
    (await callAt(at, merchant, 'checkout/create-session', sold)).data.sessionId;
  return { product, created, newSession };
}

test('a backup taken during payments restores elsewhere, verifies and continues', async () => {
  const original = await newDatabase();
  onTestFinished(() => original.close());
  const before = await serve(original.url, false);
  const merchant = await insertTestMerchant(before.db);
  const { product, created, newSession } = await newGoods(before.url, merchant);
  const open = await newSession();
  let paid = 0;
  let isOver = false;
  const buyer = async () => {
    while (!isOver) {
      await payAt(before.db, merchant, await newSession());
      paid += 1;
    }
  };
  const buyers = [buyer(), buyer(), buyer()];
  await expect.poll(() => paid, { timeout: 30_000 }).toBeGreaterThan(5);
  const path = await backUp(original.url);
  const atBackup = paid;
  await expect.poll(() => paid, { timeout: 30_000 }).toBeGreaterThan(atBackup + 3);
  isOver = true;
  await Promise.all(buyers);
  expect((await stat(path)).mode & 0o777).toBe(0o600);

  const url = await emptyDatabase();
  const output = await restore(path, url);
  expect(output).toContain('APP_SECRET matches the backup.');
  expect(output).toMatch(/transactions\. They balance and match all payments and refunds/);
  expect(output).toMatch(/nothing was altered or removed/);

  const restored = connect(url);
  const [orders] = await restored`select count(*)::int as count from orders where status = 'completed'`;
  expect(orders?.count).toBeGreaterThan(4);
  expect(orders?.count).toBeLessThan(paid);

  const after = await serve(url, true);
  const repeated = await callAt(after.url, merchant, 'onetime-product/create-product', product, 'before-backup');
  expect(repeated).toEqual({ ...created, replayed: 'true' });
  await payAt(after.db, merchant, open);
  // The outbox continued: each event is in the audit log once.
  const countOf = async () =>
    (
      await restored`select (select count(*) from event_outbox)::int as waiting, (select count(*) from events)::int as events,
        (select count(*) from audit_entries)::int as entries`
    )[0];
  await expect.poll(async () => (await countOf())?.waiting, { timeout: 30_000 }).toBe(0);
  const trail = await countOf();
  expect(trail?.entries).toBe(trail?.events);
  for (const area of ['ledger', 'audit']) expect((await runCommand([area, 'verify'], url)).code).toBe(0);
});

/** Starts a job as its schedule does, and waits until it has finished. */
async function runJob(url: string, name: string) {
  const boss = new PgBoss({ connectionString: url, max: 1, supervise: false, schedule: false });
  await boss.start();
  await boss.send(name, {});
  const states = connect(url);
  const open = async () =>
    (await states`select 1 from pgboss.job where name = ${name} and state in ('created', 'retry', 'active')`).length;
  await expect.poll(open, { timeout: 60_000, interval: 100 }).toBe(0);
  await boss.stop({ graceful: false });
}

const isSigned = ({ headers, text }: ReceivedRequest, publicKey: string): boolean => {
  const [, at, value = ''] = /^t=(\d+),v1=(.+)$/.exec(String(headers['x-webhook-signature'])) ?? [];
  return verify('RSA-SHA256', Buffer.from(`${at}.${text}`), publicKey, Buffer.from(value, 'base64'));
};

test('due and queued work happens exactly once, and credentials, links and keys stay valid', async () => {
  const original = await newDatabase();
  onTestFinished(() => original.close());
  const [receiver, mail] = [await newReceiver(), await newMailServer()];
  // A session token is valid only at its issuer's address, which the copy shares.
  const outside = { SMTP_URL: mail.url, WEBHOOK_PRIVATE_ADDRESSES: 'on', APP_URL: 'http://shop.localhost:8443' };
  const working = await serve(original.url, true, outside);
  const { db } = working;
  const account = ['--email', 'ana@example.com', '--store', 'Shop', '--password', 'correct horse battery'];
  expect((await runCommand(['merchant', 'create', ...account], original.url)).code).toBe(0);
  const merchant = await insertTestMerchant(db);
  const all = { channel: 'http', url: receiver.url, events: webhookEvents, testMode: true, secret: null } as const;
  await insertWebhook(db, merchant.store, all, new Date());
  const sale = await newGoods(working.url, merchant);
  await payAt(db, merchant, await sale.newSession());
  const client = connect(original.url);
  const countIn = async (from: typeof client) => {
    const [row] = await from<{ gone: number; delivered: number; queued: number; pending: number; waiting: number }[]>`
      select (select count(*) from emails where status = 'sent')::int as gone,
        (select count(*) from webhook_deliveries where status = 'success')::int as delivered,
        (select count(*) from emails where status = 'queued')::int as queued,
        (select count(*) from webhook_deliveries where status = 'pending')::int as pending,
        (select count(*) from event_outbox)::int as waiting`;
    return row;
  };
  const isIdle = async (from: typeof client) => {
    const { queued, pending, waiting } = (await countIn(from)) ?? {};
    return [queued, pending, waiting].every((count) => count === 0);
  };
  const done = { timeout: 60_000, interval: 100 };
  await expect
    .poll(async () => ((await countIn(client))?.delivered ?? 0) > 0 && (await isIdle(client)), done)
    .toBe(true);
  await working.stop();
  const [emailsBefore, requestsBefore] = [mail.ids(), receiver.requests.length];
  expect([emailsBefore.length, requestsBefore].every((count) => count > 0)).toBe(true);

  // No worker runs from here on: some work is queued, the rest waits in the outbox.
  const before = await serve(original.url, false, outside);
  const open = await sale.newSession(before.url);
  await payAt(db, merchant, await sale.newSession(before.url));
  const dueAt = new Date();
  dueAt.setUTCDate(Math.min(dueAt.getUTCDate(), 28));
  const subscriptions = await makeSubscriptions(db, 3, dueAt);
  await relayEvents(db, new Date(), { consumers });
  // Created only now, so that earlier events are not delivered.
  await insertWebhook(db, subscriptions, all, new Date());
  await payAt(db, merchant, await sale.newSession(before.url));
  const issued = { storeId: merchant.storeId, buyerIdentity: 'kim' };
  const { token } = (await callAt(before.url, merchant, 'auth/issue-session-token', issued)).data;
  const publicKey = await (await fetch(`${before.url}/v1/webhook-keys?environment=test&format=pem`)).text();
  const atBackup = await countIn(client);
  expect(atBackup?.queued).toBeGreaterThan(0);
  expect(atBackup?.pending).toBeGreaterThan(0);
  expect(atBackup?.waiting).toBeGreaterThan(0);
  const path = await backUp(original.url);
  await before.stop();

  const url = await emptyDatabase();
  await restore(path, url);
  const after = await serve(url, true, outside);
  const restored = connect(url);
  for (const _ of ['due', 'done']) await runJob(url, 'renew-subscriptions');
  await expect.poll(() => isIdle(restored), done).toBe(true);
  const renewed = await restored`select period_number as period, status, count(*)::int as count from payments
    where store_id = ${subscriptions.id} group by 1, 2 order by 1`;
  expect(renewed).toEqual([1, 2].map((period) => ({ period, status: 'succeeded', count: 3 })));

  const emailIds = mail.ids();
  expect(emailIds.length).toBeGreaterThan(emailsBefore.length + 1);
  expect(new Set(emailIds).size).toBe(emailIds.length);
  const sent = await restored<{ id: string }[]>`select id from emails where status = 'sent'`;
  expect(new Set(emailIds)).toEqual(new Set(sent.map(({ id }) => id)));
  const delivered = receiver.requests.map(({ body }) => body.id);
  expect(new Set(delivered).size).toBe(delivered.length);
  const deliveries = await restored<{ id: string }[]>`select id from webhook_deliveries where status = 'success'`;
  expect(new Set(delivered)).toEqual(new Set(deliveries.map(({ id }) => id)));
  const types = receiver.requests.slice(requestsBefore).map(({ body }) => body.eventType);
  expect(types.filter((type) => type === 'order.completed')).toHaveLength(2);
  expect(types.filter((type) => type === 'subscription.payment_succeeded')).toHaveLength(3);
  expect(receiver.requests.slice(requestsBefore).every((request) => isSigned(request, publicKey))).toBe(true);

  await payAt(after.db, merchant, open);
  const asked = await fetch(`${after.url}/v1/graphql`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'X-Environment': 'test', 'Content-Type': 'application/json' },
    body: JSON.stringify({ query: '{ payments { id } }' }),
  });
  expect([asked.status, await asked.json()]).toEqual([200, { data: { payments: [] } }]);
  const browser = new AccountBrowser(await startAccounts({ DATABASE_URL: url }));
  const signIn = (password: string) => browser.call('/sign-in/email', { email: 'ana@example.com', password });
  expect((await signIn('another password')).status).toBe(401);
  expect((await signIn('correct horse battery')).status).toBe(200);
});
