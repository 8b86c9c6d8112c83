import { asc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { events, merchants, twoFactors, verifications } from '#db/schema/index.ts';
import { newId } from '#server/domain/ids.ts';
import { db, newMerchant } from '#server/testing/api.ts';
import { runCommand } from '#server/testing/command-line.ts';
import { databaseUrl } from '#server/testing/worker-servers.ts';

const reset = (...args: string[]) => runCommand(['account', 'reset-two-factor', ...args], databaseUrl);

test('disables two-factor once, records it, and revokes trusted devices', async () => {
  const { id, email, merchantId } = await newMerchant();
  const now = new Date();
  await db.update(merchants).set({ twoFactorEnabled: true }).where(eq(merchants.id, id));
  await db.insert(twoFactors).values({ id: newId(), merchantId: id, secret: 'sealed', backupCodes: 'sealed' });
  const trust = { id: newId(), identifier: `trust-device-${id}`, value: id, expiresAt: now };
  await db.insert(verifications).values({ ...trust, createdAt: now, updatedAt: now });

  const done = await reset('--email', email.toUpperCase());
  expect([done.code, done.stdout]).toEqual([
    0,
    expect.stringContaining(`Two-factor authentication of ${email} is disabled`),
  ]);
  expect(done.stdout).toContain(merchantId);
  const [account] = await db.select().from(merchants).where(eq(merchants.id, id));
  expect(account?.twoFactorEnabled).toBe(false);
  expect(await db.$count(twoFactors, eq(twoFactors.merchantId, id))).toBe(0);
  expect(await db.$count(verifications, eq(verifications.value, id))).toBe(0);

  expect((await reset('--email', email)).stdout).toContain('was not enabled. Nothing was changed.');
  const recorded = await db.select().from(events).where(eq(events.objectId, id)).orderBy(asc(events.sequence));
  expect(recorded.map(({ type, actor }) => [type, actor.kind, actor.by])).toEqual([
    ['account.two_factor_reset', 'operator', 'counterfoil account reset-two-factor'],
  ]);
});

test('refuses an unknown and a missing address', async () => {
  const unknownAccount = await reset('--email', 'nobody@example.com');
  expect([unknownAccount.code, unknownAccount.stderr]).toEqual([
    1,
    expect.stringContaining('No account with the email'),
  ]);
  expect((await reset()).code).toBe(2);
});
