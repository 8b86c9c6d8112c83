import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { eq } from 'drizzle-orm';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openDatabase } from '#db/client.ts';
import { senderEmails } from '#db/schema/index.ts';
import { insertMerchant } from '#server/accounts/data/merchants.ts';
import {
  demoEmail,
  grantOperator,
  isOperator,
  isSoleOperator,
  listOperators,
} from '#server/accounts/data/operators.ts';
import { fromShortId, toShortId } from '#server/domain/ids.ts';
import { maySignUp } from '#server/stores/sign-up.ts';
import { db, newMerchant } from '#server/testing/api.ts';
import { runCommand } from '#server/testing/command-line.ts';
import { newDatabase } from '#server/testing/databases/own-database.ts';
import { eventsOf } from '#server/testing/orders/rows.ts';
import {
  emailsTo,
  isProdEnabled,
  newProvenEmail,
  newSenderEmail,
  newTicket,
  ticketRow,
} from '#server/testing/reviews.ts';
import { databaseUrl } from '#server/testing/worker-servers.ts';
import { ensureDemo } from '../demo/demo.ts';
import { UsageError } from '../usage-error.ts';
import * as approve from './operator/approve.ts';
import * as grant from './operator/grant.ts';
import * as list from './operator/list.ts';
import * as queue from './operator/queue.ts';
import * as reject from './operator/reject.ts';
import * as revoke from './operator/revoke.ts';

const run = promisify(execFile);
/** Only a loopback host has default operators. */
const host = { isPublicHost: false };

/** Runs the command on the running server's database. */
const operator = (...args: string[]) => runCommand(['operator', ...args], databaseUrl);

/** A separate installation: its operators depend on all its accounts and its host. */
async function newInstallation({ HOST = '127.0.0.1' } = {}) {
  vi.stubEnv('HOST', HOST);
  onTestFinished(() => void vi.unstubAllEnvs());
  const database = await newDatabase();
  const opened = openDatabase(database.url, { max: 2 });
  onTestFinished(async () => {
    await opened.close();
    await database.close();
  });
  const signUp = (email: string, name = 'Ana') =>
    insertMerchant(opened.db, { email, name, passwordHash: undefined }, new Date('2026-11-01T09:30:00Z'));
  const reviewing = async () =>
    (await listOperators(opened.db, host)).map(({ merchant, kind }) => [merchant.email, kind]);
  const own = (...args: string[]) => runCommand(['operator', ...args], database.url);
  return { ...opened, url: database.url, signUp, reviewing, operator: own };
}

test('without a grant the first account other than the demo’s is the operator', async () => {
  const { db: own, signUp, reviewing } = await newInstallation();
  expect(await reviewing()).toEqual([]);
  const demo = await signUp(demoEmail);
  expect(await reviewing()).toEqual([[demoEmail, 'first account']]);
  const [ana, ben] = [await signUp('ana@example.com'), await signUp('ben@example.com')];
  expect(await reviewing()).toEqual([
    [demoEmail, 'first account'],
    ['ana@example.com', 'first account other than the demo'],
  ]);
  const answers = () => Promise.all([demo, ana, ben].map(({ id }) => isOperator(own, id, host)));
  expect(await answers()).toEqual([true, true, false]);
  await grantOperator(own, ben.id, new Date());
  expect(await reviewing()).toEqual([['ben@example.com', 'granted']]);
  expect(await answers()).toEqual([false, false, true]);
});

test('on a public host only a grant makes an operator', async () => {
  const { db: own, signUp, operator } = await newInstallation({ HOST: '0.0.0.0' });
  const publicly = { isPublicHost: true };
  const [demo, ana] = [await signUp(demoEmail), await signUp('ana@example.com')];
  expect(await listOperators(own, publicly)).toEqual([]);
  expect(await isOperator(own, demo.id, publicly)).toBe(false);
  expect((await operator('list')).stdout).toContain('grant the role: counterfoil operator grant');
  await operator('grant', '--email', 'ana@example.com');
  expect(await isOperator(own, ana.id, publicly)).toBe(true);
  const last = await operator('revoke', '--email', 'ana@example.com');
  expect(last.stdout).toContain('This service has no operator now');
});

test('an account is the sole operator while only the demo’s account exists beside it', async () => {
  const { db: own, signUp } = await newInstallation();
  const [demo, ana] = [await signUp(demoEmail), await signUp('ana@example.com')];
  expect(await isSoleOperator(own, ana.id, host)).toBe(true);
  expect(await isSoleOperator(own, demo.id, host)).toBe(false);
  expect(await isSoleOperator(own, ana.id, { isPublicHost: true })).toBe(false);
  await signUp('ben@example.com');
  expect(await isSoleOperator(own, ana.id, host)).toBe(false);
});

test('invite prints a link for an address without an account', async () => {
  const { db: own, signUp, operator } = await newInstallation({ HOST: '0.0.0.0' });
  await signUp('ana@example.com');
  const duplicate = await operator('invite', '--email', 'Ana@example.com');
  expect([duplicate.code, duplicate.stdout]).toEqual([1, '']);
  const { stdout } = await operator('invite', '--email', 'Ben@example.com');
  const [, invitation] = /\/sign-up#invitation=([\w-]+)\n/.exec(stdout) ?? [];
  const setting = { signUp: 'invited' } as const;
  expect(await maySignUp(own, setting, { email: 'ben@example.com', invitation }, new Date())).toBe(true);
  expect(await maySignUp(own, setting, { email: 'eve@example.com', invitation }, new Date())).toBe(false);
});

test('without a demo only the first account is the operator by default', async () => {
  const { signUp, reviewing } = await newInstallation();
  await signUp('ana@example.com');
  await signUp(demoEmail);
  expect(await reviewing()).toEqual([['ana@example.com', 'first account']]);
});

test('the demo account has the expected address', async () => {
  const { db: own } = await newInstallation();
  const dataDir = await mkdtemp(join(tmpdir(), 'counterfoil-operator-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  expect((await ensureDemo(own, { now: new Date(), dataDir }))?.email).toBe(demoEmail);
});

test('the program works on the given database and exits', async () => {
  const { url, signUp, reviewing } = await newInstallation();
  await signUp(demoEmail);
  await signUp('ana@example.com');
  const args = ['server/cli/counterfoil.ts', 'operator', 'grant', '--email', 'ana@example.com'];
  const { stdout, stderr } = await run(process.execPath, args, { env: { ...process.env, DATABASE_URL: url } });
  expect([stdout, stderr]).toEqual([expect.stringContaining('ana@example.com is now an operator'), '']);
  expect(await reviewing()).toEqual([['ana@example.com', 'granted']]);
});

test('grants, lists and revokes operators', async () => {
  const { signUp, reviewing, operator } = await newInstallation();
  const empty = await operator('list');
  expect([empty.code, empty.stdout]).toEqual([0, 'No accounts yet. The first account will be an operator.\n']);
  const demo = await signUp(demoEmail);
  const [ana, ben] = [await signUp('ana@example.com', 'Ana\u001b[2J'), await signUp('ben@example.com')];
  const idOf = ({ id }: { id: string }) => toShortId('MER', id);
  expect((await operator('list')).stdout).toBe(
    [
      `${idOf(demo)}  ${demoEmail}  (the first account, while no account has a grant)`,
      `${idOf(ana)}  ana@example.com  (the first account other than the demo, while no account has a grant)`,
      '',
    ].join('\n'),
  );

  const granted = await operator('grant', '--email', 'ANA@example.com');
  const account = `${idOf(ana)}  Ana [2J  (account of 2026-11-01T09:30:00.000Z)\nana@example.com`;
  expect([granted.code, granted.stdout]).toEqual([
    0,
    `${account} is now an operator. Only granted accounts are operators.\n`,
  ]);
  expect(await reviewing()).toEqual([['ana@example.com', 'granted']]);
  const again = await operator('grant', '--email', 'ana@example.com');
  expect([again.code, again.stdout]).toEqual([0, `${account} is already an operator.\n`]);
  await operator('grant', '--email', demoEmail);
  expect(JSON.parse((await operator('list', '--json')).stdout)).toEqual([
    { merchantId: idOf(ana), email: 'ana@example.com', kind: 'granted', since: expect.any(String) },
    { merchantId: idOf(demo), email: demoEmail, kind: 'granted', since: expect.any(String) },
  ]);

  const noOperator = await operator('revoke', '--email', ben.email);
  expect([noOperator.code, noOperator.stderr]).toEqual([1, 'ben@example.com has no operator grant\n']);
  // The first account, like any other.
  const first = await operator('revoke', '--email', demoEmail);
  expect([first.code, first.stdout]).toEqual([0, `${demoEmail} is no longer an operator.\n`]);
  expect(await reviewing()).toEqual([['ana@example.com', 'granted']]);
  const last = await operator('revoke', '--email', 'ana@example.com');
  expect([last.code, last.stdout]).toEqual([
    0,
    `ana@example.com no longer has a grant.\nThat was the last grant. Until the next one, ${demoEmail} and ana@example.com are operators.\n`,
  ]);
  expect((await operator('revoke', '--email', 'ana@example.com')).code).toBe(1);
});

test('queue lists pending reviews with ids for approve and reject', async () => {
  const merchant = await newMerchant('Kettle & Crema');
  const ticket = await newTicket(merchant);
  const [sender, unproven] = [await newProvenEmail(merchant), await newSenderEmail(merchant)];
  const waiting = JSON.parse((await operator('queue', '--json')).stdout) as { id: string; kind: string }[];
  expect(waiting.find(({ id }) => id === ticket.id)).toMatchObject({
    kind: 'ticket',
    store: { name: 'Kettle & Crema', slug: merchant.slug },
    owner: { email: merchant.email },
    details: { legalName: 'Kettle & Crema GmbH' },
  });
  expect(waiting.find(({ id }) => id === sender.id)).toMatchObject({ kind: 'email', email: sender.email });
  expect(waiting.map(({ id }) => id)).not.toContain(unproven.id);
  const printed = (await operator('queue')).stdout;
  expect(printed).toContain(`Business  ${ticket.id}\n`);
  expect(printed).toContain(`Sender email  ${sender.id}\n`);

  const approved = await operator('approve', ticket.id, '--note', 'Welcome.');
  expect([approved.code, approved.stdout]).toEqual([
    0,
    `${ticket.id} is succeeded. No email is sent without a mail server; the merchant reads it in the dashboard.\n`,
  ]);
  expect(await ticketRow(ticket.id)).toMatchObject({ status: 'succeeded', reviewedBy: null, reviewNote: 'Welcome.' });
  expect(await isProdEnabled(merchant)).toBe(true);
  const recorded = await eventsOf(fromShortId('TKT', ticket.id) ?? '');
  expect(recorded.at(-1)?.actor).toEqual({
    kind: 'operator',
    by: 'counterfoil operator approve',
    from: { user: userInfo().username },
  });

  const rejected = await operator('reject', sender.id, '--note', 'Another address, please.');
  expect(rejected.code).toBe(0);
  const [row] = await db.select().from(senderEmails).where(eq(senderEmails.id, sender.id));
  expect(row).toMatchObject({ status: 'rejected', reviewNote: 'Another address, please.' });
  expect((await emailsTo(merchant.email)).map(({ body }) => body).join('\n')).toContain('Another address, please.');
});

test('refuses a second decision with one line, exit 1', async () => {
  const merchant = await newMerchant();
  const { id } = await newTicket(merchant);
  await operator('reject', id, '--note', 'No.');
  const { code, stdout, stderr } = await operator('approve', id);
  expect([code, stdout, stderr]).toEqual([1, '', 'This ticket has already been decided\n']);
  expect(await isProdEnabled(merchant)).toBe(false);
});

test('refuses unknown ids with one line, exit 1', async () => {
  const unknown = '01994f00-0000-7000-8000-000000000000';
  const answers = await Promise.all([
    operator('grant', '--email', 'nobody@example.invalid'),
    operator('approve', unknown),
  ]);
  const messages = ['No account with the email nobody@example.invalid\n', 'Ticket not found\n'];
  expect(answers).toEqual(messages.map((stderr) => ({ code: 1, stdout: '', stderr })));
});

const unknown = '01994f00-0000-7000-8000-000000000000';
test.each([
  [grant, [], 'Missing option --email'],
  [grant, ['--email', 'nobody'], '--email'],
  [revoke, [], 'Missing option --email'],
  [list, ['everybody'], 'everybody'],
  [queue, ['--color'], '--color'],
  [approve, [], 'Missing ID'],
  [approve, ['STO_1'], 'STO_1'],
  [approve, [unknown, 'more'], 'more'],
  [reject, [unknown], 'Missing option --note'],
  [reject, [unknown, '--note', ' '], '--note'],
])('bad arguments are refused before anything else happens (%#)', async (command, args, named) => {
  const refusal = await command.run(args).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(UsageError);
  expect((refusal as Error).message).toContain(named);
  expect((refusal as Error).message).not.toContain('\n');
});

test('refuses wrong usage with one line, exit 2', async () => {
  const answers = await Promise.all([operator('promote'), operator('grant')]);
  const messages = ["Unknown command 'operator promote'; 'help' lists them\n", 'Missing option --email\n'];
  expect(answers).toEqual(messages.map((stderr) => ({ code: 2, stdout: '', stderr })));
});
