import { randomUUID } from 'node:crypto';
import { inArray } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { sandboxCharges, sandboxRefunds } from '#db/schema/index.ts';
import { deleteDeclinedCharges } from '#server/providers/payments/sandbox-retention.ts';
import { db } from '#server/testing/api.ts';

const at = new Date('2020-03-01T00:00:00Z');
const thirtyDaysLater = new Date('2020-03-31T00:00:00Z');

test('deletes declined attempts after thirty days, and keeps what can be refunded, charged or counted', async () => {
  const charge = (given: Partial<typeof sandboxCharges.$inferInsert>) => ({
    key: randomUUID(),
    status: 'failed' as const,
    currency: 'USD',
    amountMinor: 100,
    cardBrand: 'visa',
    cardLast4: '0002',
    createdAt: at,
    ...given,
  });
  const [declined, paid, reusable, waiting, refused] = [
    charge({}),
    charge({ status: 'succeeded' }),
    charge({ methodId: `sandbox_method_${randomUUID()}` }),
    charge({ status: 'requires_action' }),
    charge({}),
  ];
  const all = [declined, paid, reusable, waiting, refused];
  await db.insert(sandboxCharges).values(all);
  await db
    .insert(sandboxRefunds)
    .values({ key: randomUUID(), chargeKey: refused.key, amountMinor: 1, status: 'failed', createdAt: at });
  const keys = all.map(({ key }) => key);
  const left = async () =>
    (await db.select().from(sandboxCharges).where(inArray(sandboxCharges.key, keys))).map(({ key }) => key).toSorted();
  await deleteDeclinedCharges(db, thirtyDaysLater);
  expect(await left()).toEqual(keys.toSorted());
  const later = new Date(thirtyDaysLater.getTime() + 1);
  expect(await deleteDeclinedCharges(db, later, AbortSignal.abort())).toBe(0);
  await deleteDeclinedCharges(db, later);
  expect(await left()).toMatchObject([paid, reusable, waiting, refused].map(({ key }) => key).toSorted());
});
