/** The commands for integrators, installed from their package, against a server with a worker. */
import { createPublicKey, verify } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type OpenDatabase, openDatabase } from '#db/client.ts';
import { freePort } from '#db/free-port.ts';
import { insertTestMerchant } from '#server/testing/api.ts';
import { newDatabase } from '#server/testing/databases/own-database.ts';
import { installRemoteCli } from '#server/testing/remote-cli.ts';
import { looseBuyerLimits, startApiServer, type TestServer } from '#server/testing/test-servers.ts';
import { newReceiver, type ReceivedRequest } from '#server/testing/webhooks/receiver.ts';
import { webhookEvents } from '#server/webhooks/rules/webhook-events.ts';
import { type ChaosEffect, chaosFor } from '../../remote/chaos-plan.ts';

// Installs a package and starts processes, possibly on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

let database: Awaited<ReturnType<typeof newDatabase>>;
let opened: OpenDatabase;
let server: TestServer;
let merchant: Awaited<ReturnType<typeof insertTestMerchant>>;
let cli: Awaited<ReturnType<typeof installRemoteCli>>;

const pem = (environment: 'test' | 'prod') =>
  merchant.keys[environment].export({ type: 'pkcs8', format: 'pem' }).toString();

beforeAll(async () => {
  database = await newDatabase();
  opened = openDatabase(database.url, { max: 2, applicationName: 'counterfoil-tests' });
  merchant = await insertTestMerchant(opened.db, 'Kettle');
  server = await startApiServer(database.url, { pages: false, worker: true, settings: looseBuyerLimits });
  const { merchantId } = merchant;
  cli = await installRemoteCli({
    COUNTERFOIL_URL: server.url,
    COUNTERFOIL_MERCHANT_ID: merchantId,
    COUNTERFOIL_PRIVATE_KEY: pem('test'),
  });
});

afterAll(async () => {
  await cli?.remove();
  await server?.close();
  await opened.close();
  await database.close();
});

const trigger = async (...args: string[]) => {
  const { code, stdout, stderr } = await cli.run(['trigger', ...args]).ended;
  expect([code, stderr]).toEqual([0, '']);
  return stdout;
};

/** Starts listening, and waits until events are forwarded. */
async function listen(url: string, ...args: string[]) {
  const run = cli.run(['listen', '--forward-to', url, ...args]);
  await Promise.race([expect.poll(run.output, { timeout: 60_000 }).toContain('Ready.'), run.ended]);
  expect(run.output()).toContain('Ready.');
  return {
    ...run,
    async stop() {
      run.child.kill('SIGINT');
      return await run.ended;
    },
  };
}

const typesIn = (requests: readonly ReceivedRequest[]) => requests.map(({ body }) => body.eventType);

test('npx runs the package and prints its commands', async () => {
  const { stdout } = await cli.npx(['help']);
  for (const name of ['listen', 'trigger', 'request', 'logs', 'open checkout']) expect(stdout).toContain(`  ${name} `);
});

test('listen forwards live events that receivers verify, and ends with a summary', async () => {
  const receiver = await newReceiver();
  const listening = await listen(receiver.url);
  const secret = /whsec_\S+/.exec(listening.output())?.[0] ?? '';
  await trigger('order.completed');
  await expect.poll(() => receiver.requests.length).toBe(1);
  const { code, stdout } = await listening.stop();
  expect(code).toBe(0);
  expect(stdout).toMatch(/#1 {2}order\.completed {2}204 in \d+ ms\n1 requests: 1 succeeded, 0 events failed\.\n$/);
  const [{ text, headers, body } = {} as ReceivedRequest] = receiver.requests;
  expect(body).toMatchObject({ eventType: 'order.completed', mode: 'test', storeName: 'Kettle' });
  // Standard Webhooks, with the printed secret.
  new Webhook(secret).verify(text, headers as Record<string, string>);
  // The service's own signature.
  const [, time, value = ''] = /^t=(\d+),v1=(.+)$/.exec(String(headers['x-webhook-signature'])) ?? [];
  const keys = await (await fetch(`${server.url}/v1/webhook-keys?format=pem&environment=test`)).text();
  expect(
    verify('RSA-SHA256', Buffer.from(`${time}.${text}`), createPublicKey(keys), Buffer.from(value, 'base64')),
  ).toBe(true);
});

test('listen repeats the past in order, with a filter and a given secret', async () => {
  await trigger('subscription.canceling');
  const receiver = await newReceiver();
  const all = await listen(receiver.url, '--since', '1h', '--secret', 'whsec_c2VjcmV0');
  await expect.poll(() => receiver.requests.length).toBe(4);
  const { stdout } = await all.stop();
  expect(typesIn(receiver.requests)).toEqual([
    'order.completed',
    'subscription.payment_succeeded',
    'subscription.activated',
    'subscription.canceling',
  ]);
  expect(stdout).toContain('Repeating 4 events\n');
  for (const { text, headers } of receiver.requests) {
    new Webhook('whsec_c2VjcmV0').verify(text, headers as Record<string, string>);
  }
  const filtered = await newReceiver();
  const some = await listen(filtered.url, '--since', '1h', '--events', 'order.completed,subscription.canceling');
  await expect.poll(() => filtered.requests.length).toBe(2);
  await some.stop();
  expect(typesIn(filtered.requests)).toEqual(['order.completed', 'subscription.canceling']);
});

test('listen keeps the real pauses with --speed', async () => {
  const receiver = await newReceiver();
  // The real pauses of the events so far.
  const { rows } = await opened.db.execute<{ ms: number }>(
    sql`select extract(epoch from max(published_at) - min(published_at)) * 1000 as ms from event_feed`,
  );
  const listening = await listen(receiver.url, '--since', '1h', '--speed', '2');
  await expect.poll(() => receiver.requests.length, { timeout: 60_000 }).toBe(4);
  await listening.stop();
  const [first, last] = [receiver.requests[0]?.at ?? 0, receiver.requests.at(-1)?.at ?? 0];
  expect(last - first).toBeGreaterThanOrEqual(Number(rows[0]?.ms) / 2 - 50);
});

test('listen --chaos repeats a run with its seed; every event arrives', async () => {
  const seed = 'a seed';
  const sent = [1, 2, 3, 4].map((sequence) => (chaosFor(seed, sequence).effect === 'duplicate' ? 2 : 1));
  const runWithSeed = async () => {
    const receiver = await newReceiver();
    const listening = await listen(receiver.url, '--since', '1h', '--seed', seed);
    const total = sent.reduce<number>((sum, count) => sum + count, 0);
    await expect.poll(() => receiver.requests.length, { timeout: 60_000 }).toBe(total);
    await listening.stop();
    return typesIn(receiver.requests);
  };
  const first = await runWithSeed();
  expect(new Set(first).size).toBe(4);
  expect(await runWithSeed()).toEqual(first);
});

test('listen repeats a failed delivery, and continues after failures', async () => {
  const receiver = await newReceiver((response, _, count) => void response.writeHead(count === 0 ? 500 : 200).end());
  const listening = await listen(receiver.url, '--since', '1h', '--events', 'order.completed');
  await expect.poll(() => receiver.requests.length).toBe(2);
  const { stdout } = await listening.stop();
  expect(stdout).toMatch(/order\.completed {2}500 in .*\n.*order\.completed {2}200 in .*\n2 requests: 1 succeeded/);
});

/** A seed with these effects on the events after that one. */
function seedWith(effects: readonly ChaosEffect[], after: number): string {
  for (let seed = 0; ; seed += 1) {
    const has = (effect: ChaosEffect, index: number) => chaosFor(`${seed}`, after + 1 + index).effect === effect;
    if (effects.every(has)) return `${seed}`;
  }
}

test('listen --chaos sends a live event after the next one, and a held event at the stop', async () => {
  const cause = async () => {
    const [, sequence, orderId] = /#(\d+) {2}(ORD_\w+)/.exec(await trigger('order.completed')) ?? [];
    return { sequence: Number(sequence), orderId };
  };
  const { sequence } = await cause();
  const receiver = await newReceiver();
  const seed = seedWith(['reorder', 'none', 'reorder'], sequence);
  const listening = await listen(receiver.url, '--seed', seed);
  const held = (number: number) => `#${number}  order.completed  held until the next event\n`;
  const arrived = () => receiver.requests.map(({ body }) => body.data.orderId);
  const first = await cause();
  await expect.poll(listening.output).toContain(held(first.sequence));
  const second = await cause();
  await expect.poll(arrived).toEqual([second.orderId, first.orderId]);
  const third = await cause();
  await expect.poll(listening.output).toContain(held(third.sequence));
  const { code, stdout } = await listening.stop();
  expect([code, arrived()]).toEqual([0, [second.orderId, first.orderId, third.orderId]]);
  expect(stdout.match(/, reordered\n/g)).toHaveLength(1);
  expect(stdout).toContain('\n3 requests: 3 succeeded, 0 events failed.\n');
});

test.each(webhookEvents.filter((type) => type !== 'refund.failed'))('trigger causes %s', async (type) => {
  const printed = await trigger(type, '--advance-clock');
  expect(printed).toMatch(new RegExp(`${type} {2}#\\d+ {2}ORD_\\w+\n$`));
});

test('trigger says why an event cannot be caused, and what it needs', async () => {
  const failed = await cli.run(['trigger', 'refund.failed']).ended;
  expect([failed.code, failed.stderr]).toEqual([
    2,
    'refund.failed cannot be caused: the sandbox never fails a refund; only a payment provider does\n',
  ]);
  const later = await cli.run(['trigger', 'subscription.renewed']).ended;
  expect([later.code, later.stderr]).toEqual([2, expect.stringContaining('add --advance-clock')]);
  const live = await cli.run(['trigger', 'order.completed'], { COUNTERFOIL_PRIVATE_KEY: pem('prod') }).ended;
  expect([live.code, live.stderr]).toEqual([2, 'The key is a prod key; trigger needs a test key\n']);
});

test('request sends nested fields and JSON, and prints the answer', async () => {
  const file = join(cli.folder, 'description.md');
  await writeFile(file, '# Beans');
  const fields = [
    `storeId=${merchant.storeId}`,
    'name=Beans',
    'prices.USD.amount:=1250',
    'description=@description.md',
  ];
  const made = await cli.run(['request', 'onetime-product/create-product', ...fields]).ended;
  expect([made.code, made.stderr]).toEqual([0, '']);
  const { data } = JSON.parse(made.stdout);
  expect(data.product).toMatchObject({ name: 'Beans', description: '# Beans', prices: { USD: { amount: '12.50' } } });
  expect(made.stdout).toBe(`${JSON.stringify({ data }, null, 2)}\n`);
});

test('request exits with 1 for a refusal, and reads with GraphQL and GET', async () => {
  const refused = await cli.run(['request', 'store/update-store', 'id=STO_1']).ended;
  expect([refused.code, refused.stderr]).toEqual([1, 'The server answered 400\n']);
  expect(JSON.parse(refused.stdout).errors[0].message).toBe('Expected format: STO_xxx, got STO_1');
  const queried = await cli.run(['request', 'graphql', 'query={ stores { name } }']).ended;
  expect(JSON.parse(queried.stdout)).toEqual({ data: { stores: [{ name: 'Kettle' }] } });
  const read = await cli.run(['request', '/v1/events', `storeId=${merchant.storeId}`, 'limit=1']).ended;
  expect(JSON.parse(read.stdout).data.events).toHaveLength(1);
});

test('logs --follow prints each later call once', async () => {
  const following = cli.run(['logs', '--follow', '--limit', '1']);
  await expect.poll(following.output).toMatch(/\n/);
  for (const name of ['One', 'Two']) {
    await cli.run(['request', 'onetime-product/create-product', `storeId=${merchant.storeId}`, `name=${name}`]).ended;
  }
  const refusals = () => following.output().match(/400 {2}POST \/v1\/actions\/onetime-product\/create-product/g) ?? [];
  await expect.poll(() => refusals().length).toBe(2);
  following.child.kill('SIGINT');
  const { code, stderr } = await following.ended;
  expect([code, stderr, refusals().length]).toEqual([0, '', 2]);
});

test('logs --follow ends without an error when nothing reads its output', async () => {
  const following = cli.run(['logs', '--follow', '--limit', '1']);
  await expect.poll(following.output).toMatch(/\n/);
  following.child.stdout?.destroy();
  await cli.run(['request', 'graphql', 'query={ stores { name } }']).ended;
  const { code, stderr } = await following.ended;
  expect([code, stderr]).toEqual([0, '']);
});

test('open checkout creates a session of a product', async () => {
  const { code, stdout } = await cli.run(['open', 'checkout', '--print']).ended;
  expect(code).toBe(0);
  expect(new URL(stdout.trim()).pathname).toMatch(new RegExp(`^/${merchant.slug}/checkout/[0-9a-f-]{36}$`));
});

test.each([
  ['COUNTERFOIL_URL', '', 'Missing COUNTERFOIL_URL or --url'],
  ['COUNTERFOIL_URL', 'pay', 'COUNTERFOIL_URL or --url: pay is not an http(s) URL'],
  ['COUNTERFOIL_MERCHANT_ID', '', 'Missing COUNTERFOIL_MERCHANT_ID or --merchant-id'],
  [
    'COUNTERFOIL_PRIVATE_KEY',
    '',
    'Missing COUNTERFOIL_PRIVATE_KEY, COUNTERFOIL_PRIVATE_KEY_FILE or --private-key-file',
  ],
  ['COUNTERFOIL_PRIVATE_KEY', 'no key', 'COUNTERFOIL_PRIVATE_KEY: not a private key as PEM'],
  ['COUNTERFOIL_STORE', 'other', '--store: there is no store other'],
])('names the setting: %s=%s', async (name, value, message) => {
  const { code, stderr } = await cli.run(['logs'], { [name]: value }).ended;
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  expect(stderr).toMatch(/^[^\n]+\n$/);
});

test('refuses a redirect, at once and without its path', async () => {
  const server = await newReceiver(
    (response) => void response.writeHead(307, { Location: 'https://pay.example.com/v1?token=secret' }).end(),
  );
  const { origin } = new URL(server.url);
  const { code, stderr } = await cli.run(['logs', '--follow'], { COUNTERFOIL_URL: origin }).ended;
  expect([code, stderr, server.requests.length]).toEqual([
    2,
    `COUNTERFOIL_URL or --url: ${origin} redirects to https://pay.example.com; set it to the address of the API itself\n`,
    1,
  ]);
});

test('says that the server cannot be reached', async () => {
  const url = `http://127.0.0.1:${await freePort()}`;
  const { code, stderr } = await cli.run(['logs'], { COUNTERFOIL_URL: url }).ended;
  expect([code, stderr]).toEqual([1, `${url} cannot be reached: ECONNREFUSED\n`]);
});
