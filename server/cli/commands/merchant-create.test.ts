import { createPrivateKey, randomUUID } from 'node:crypto';
import { verifyPassword } from 'better-auth/crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { credentials, merchants } from '#db/schema/index.ts';
import { db, send, signedHeaders } from '#server/testing/api.ts';
import { runCommand } from '#server/testing/command-line.ts';
import { databaseUrl } from '#server/testing/worker-servers.ts';
import { UsageError } from '../usage-error.ts';
import * as command from './merchant-create.ts';

/** Runs the command on the running server's database. */
const create = (...args: string[]) => runCommand(['merchant', 'create', ...args], databaseUrl);

const newEmail = () => `${randomUUID()}@example.com`;

test('--json prints the merchant, the store and two working PKCS#8 keys', async () => {
  const { code, stdout } = await create('--email', newEmail(), '--store', 'From the Shell', '--json');
  expect(code).toBe(0);
  const created = JSON.parse(stdout);
  expect(created).toEqual({
    merchantId: expect.stringMatching(/^MER_[0-9A-Za-z]{22}$/),
    storeId: expect.stringMatching(/^STO_[0-9A-Za-z]{22}$/),
    storeSlug: expect.stringMatching(/^from-the-shell/),
    keys: {
      test: { id: expect.any(String), privateKey: expect.stringMatching(/^-----BEGIN PRIVATE KEY-----/) },
      prod: { id: expect.any(String), privateKey: expect.stringMatching(/^-----BEGIN PRIVATE KEY-----/) },
    },
  });
  for (const environment of ['test', 'prod']) {
    const key = createPrivateKey(created.keys[environment].privateKey);
    const [path, body] = ['/v1/actions/store/update-store', JSON.stringify({ id: created.storeId, name: 'Renamed' })];
    const answer = await send(
      'POST',
      path,
      body,
      signedHeaders('POST', path, body, { merchantId: created.merchantId, key }),
    );
    expect([environment, answer.status, answer.body.data?.store.name]).toEqual([environment, 200, 'Renamed']);
  }
});

test('--password creates an account that can sign in; without it there is no password', async () => {
  const [withPassword, without] = [newEmail(), newEmail()];
  await create('--email', withPassword, '--store', 'A', '--password', 'correct horse battery');
  await create('--email', without, '--store', 'B');
  const credentialsOf = (email: string) =>
    db
      .select({ password: credentials.password })
      .from(credentials)
      .innerJoin(merchants, eq(merchants.id, credentials.merchantId))
      .where(eq(merchants.email, email));
  const [credential] = await credentialsOf(withPassword);
  expect(await verifyPassword({ hash: credential?.password ?? '', password: 'correct horse battery' })).toBe(true);
  expect(await credentialsOf(without)).toEqual([]);
});

test('refuses a taken email with one line, exit 1, and no leftovers', async () => {
  const email = newEmail();
  await create('--email', email, '--store', 'First');
  const { code, stdout, stderr } = await create('--email', email.toUpperCase(), '--store', 'Second', '--json');
  expect([code, stdout, stderr.trim().split('\n').length]).toEqual([1, '', 1]);
  expect(stderr).toContain('already');
});

test.each([
  [[], '--email'],
  [['--email', 'a@example.com'], '--store'],
  [['--email', 'nobody', '--store', 'A'], '--email'],
  [['--email', 'a@example.com', '--store', ' '], '--store'],
  [['--email', 'a@example.com', '--store', 'A', '--password', 'short'], '--password'],
  [['--email', 'a@example.com', '--store', 'A', '--color', 'red'], '--color'],
  [['--email', 'a@example.com', '--store', 'A', 'more'], 'more'],
])(
  'bad arguments %j are refused before anything else happens, in one line that names the option',
  async (args, named) => {
    const refusal = await command.run(args).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(UsageError);
    expect((refusal as Error).message).toContain(named);
    expect((refusal as Error).message).not.toContain('\n');
  },
);
