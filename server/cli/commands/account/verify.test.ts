import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { events, merchants } from '#db/schema/index.ts';
import { db, newMerchant } from '#server/testing/api.ts';
import { runCommand } from '#server/testing/command-line.ts';
import { databaseUrl } from '#server/testing/worker-servers.ts';

const verify = (...args: string[]) => runCommand(['account', 'verify', ...args], databaseUrl);

test('verifies the address once and records who confirmed it', async () => {
  const { id, email, merchantId } = await newMerchant();
  await db.update(merchants).set({ emailVerified: false }).where(eq(merchants.id, id));
  const done = await verify('--email', email.toUpperCase());
  expect([done.code, done.stdout]).toEqual([0, expect.stringContaining(`${email} is verified.`)]);
  expect(done.stdout).toContain(merchantId);
  const [account] = await db.select().from(merchants).where(eq(merchants.id, id));
  expect(account?.emailVerified).toBe(true);
  expect((await verify('--email', email)).stdout).toContain('was already verified');
  const recorded = await db.select().from(events).where(eq(events.objectId, id));
  expect(recorded).toMatchObject([
    {
      type: 'account.verified',
      data: { by: 'operator' },
      actor: { kind: 'operator', by: 'counterfoil account verify' },
    },
  ]);
});

test('refuses an address without an account with one line, exit 1', async () => {
  const unknownAccount = await verify('--email', 'nobody@example.com');
  expect([unknownAccount.code, unknownAccount.stderr]).toEqual([
    1,
    expect.stringContaining('No account with the email'),
  ]);
  expect((await verify()).code).toBe(2);
});
