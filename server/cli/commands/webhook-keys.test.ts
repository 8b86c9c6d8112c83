import { userInfo } from 'node:os';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '#db/client.ts';
import { webhookKeys } from '#db/schema/index.ts';
import { auditTrail } from '#server/events/audit/chain-events.ts';
import type { EventRow } from '#server/events/data/events.ts';
import { relayEvents } from '#server/events/relay-events.ts';
import { serviceId } from '#server/events/rules/event.ts';
import { runCommand } from '#server/testing/command-line.ts';
import { newDatabase } from '#server/testing/databases/own-database.ts';
import { testSecret } from '#server/testing/test-secret.ts';
import { webhookSigner } from '#server/webhooks/sign.ts';

let database: Awaited<ReturnType<typeof newDatabase>>;
beforeAll(async () => {
  database = await newDatabase();
});
afterAll(() => database.close());

const keys = (...args: string[]) => runCommand(['webhook-keys', ...args], database.url);

test('lists and rotates keys, from none to a stolen one', async () => {
  expect(await keys('list')).toEqual({
    code: 0,
    stdout: 'No keys yet: the first start of the service creates them.\n',
    stderr: '',
  });
  const uuid = '[0-9a-f-]{36}';
  const first = await keys('rotate');
  expect([first.code, first.stderr]).toEqual([0, '']);
  expect(first.stdout).toMatch(new RegExp(`^test  ${uuid}  signs now\nprod  ${uuid}  signs now\n$`));

  const second = await keys('rotate', '--environment', 'prod', '--overlap', '7d');
  const time = '\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z';
  expect(second.stdout).toMatch(new RegExp(`^prod  ${uuid}  signs now, published until ${time}$`, 'm'));
  expect(second.stdout).toMatch(new RegExp(`^prod  ${uuid}  signs from ${time}$`, 'm'));
  expect((await keys('list')).stdout).toBe(second.stdout);

  const third = await keys('rotate', '--environment', 'prod');
  expect([third.code, third.stdout]).toEqual([1, '']);
  expect(third.stderr).toMatch(
    new RegExp(`^The prod key ${uuid} is already scheduled to sign from ${time}; nothing was changed\n$`),
  );

  const stolen = JSON.parse((await keys('rotate', '--environment', 'prod', '--now', '--json')).stdout);
  expect(stolen.map((key: { environment: string; signs: boolean }) => [key.environment, key.signs])).toEqual([
    ['test', true],
    ['prod', true],
  ]);
  expect(stolen[1]).not.toHaveProperty('privateKey');
});

test('records who rotated in the service’s audit log', async () => {
  const own = await newDatabase();
  onTestFinished(() => own.close());
  const audit = (...args: string[]) => runCommand(['audit', ...args], own.url);
  expect((await audit('list')).stdout).toBe('No entries yet.\n');
  for (const how of [[], ['--environment', 'prod', '--overlap', '7d'], ['--environment', 'prod', '--now']]) {
    expect(await runCommand(['webhook-keys', 'rotate', ...how], own.url)).toMatchObject({ code: 0 });
  }
  const listed = JSON.parse((await audit('list', '--json')).stdout);
  const actor = { kind: 'operator', by: 'counterfoil webhook-keys rotate', from: { user: userInfo().username } };
  const about = { merchantId: serviceId, storeId: null, objectType: 'webhook_key', sequence: 1, actor };
  for (const { event } of listed) expect(event).toMatchObject(about);
  const [, created, overlapping, atOnce] = listed.map(({ event }: { event: EventRow }) => event);
  expect(listed.map(({ event }: { event: EventRow }) => [event.type, event.environment])).toEqual([
    ['webhook_keys.made', 'test'],
    ['webhook_keys.made', 'prod'],
    ['webhook_keys.rotated', 'prod'],
    ['webhook_keys.rotated', 'prod'],
  ]);
  const sevenDays = 7 * 24 * 3_600_000;
  const signsFrom = new Date(Date.parse(overlapping.createdAt) + sevenDays).toISOString();
  expect(created.changes).toEqual({ after: { key: created.objectId, signsFrom: created.createdAt } });
  expect(overlapping).toMatchObject({
    data: {
      overlapMs: sevenDays,
      oldKeys: [{ id: created.objectId, publishedUntil: new Date(Date.parse(signsFrom) + sevenDays).toISOString() }],
    },
    changes: {
      before: { key: created.objectId, signsFrom: created.createdAt },
      after: { key: overlapping.objectId, signsFrom },
    },
  });
  expect(atOnce).toMatchObject({
    data: {
      overlapMs: null,
      oldKeys: [created, overlapping].map(({ objectId: id }) => ({ id, publishedUntil: atOnce.createdAt })),
    },
    changes: { before: { key: created.objectId }, after: { key: atOnce.objectId } },
  });
  expect(JSON.stringify(listed)).not.toMatch(/PRIVATE|PUBLIC|v1\./);

  const { db, close } = openDatabase(own.url, { max: 2 });
  try {
    await relayEvents(db, new Date(), { consumers: [auditTrail] });
  } finally {
    await close();
  }
  expect((await audit('verify')).stdout).toBe('4 entries of the service: nothing was altered or removed.\n');
  const proof = JSON.parse((await audit('verify', '--json')).stdout);
  expect(proof.chains).toMatchObject([{ merchantId: 'the service', entries: 4 }]);
  const { stdout } = await audit('list', '--limit', '1');
  const line = `4  ${atOnce.recordedAt}  prod  Webhook signing key rotated without overlap  key ${atOnce.objectId}, `;
  expect(stdout.startsWith(line)).toBe(true);
  const by = `previous key ${created.objectId}  Operator: counterfoil webhook-keys rotate, ${userInfo().username}\n`;
  expect(stdout.endsWith(by)).toBe(true);
  expect(await audit('list', '--limit', '0')).toEqual({ code: 2, stdout: '', stderr: '--limit: must be 1 to 1000\n' });
});

test('creates keys that this APP_SECRET opens', async () => {
  await keys('rotate', '--now');
  const { db, close } = openDatabase(database.url, { max: 2 });
  try {
    const { keyId } = await webhookSigner(db, testSecret)('test', 'text', new Date());
    const rows = await db.select({ id: webhookKeys.id }).from(webhookKeys);
    expect(rows.map(({ id }) => id)).toContain(keyId);
  } finally {
    await close();
  }
});

test.each([
  [['--environment', 'live'], '--environment: must be test or prod'],
  [['--overlap', '5m'], '--overlap: must be 15m to 90d, such as 24h'],
  [['--overlap', '24h', '--now'], '--now cannot be combined with --overlap'],
  [['--all'], "Unknown option '--all'"],
])('rotate %j: %s', async (args, line) => {
  expect(await keys('rotate', ...args)).toEqual({ code: 2, stdout: '', stderr: `${line}\n` });
});
