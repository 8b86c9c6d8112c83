import { and, asc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { apiKeys, emails, events } from '#db/schema/index.ts';
import { queueEmails } from '#server/emails/queue-emails.ts';
import { db, newMerchant } from '#server/testing/api.ts';
import { newKey } from '#server/testing/keys.ts';
import { callFromDashboard } from '#server/testing/reviews.ts';
import { warnOfExpiry } from './warn-of-expiry.ts';

/** A time that no key of another test expires near. */
const now = new Date('2095-03-01T09:00:00.000Z');
const day = 24 * 60 * 60_000;
const after = (ms: number) => new Date(now.getTime() + ms);

const warningsOf = (merchantId: string) =>
  db
    .select()
    .from(events)
    .where(and(eq(events.merchantId, merchantId), eq(events.type, 'api_key.expiring')))
    .orderBy(asc(events.createdAt));

test('warns once of each expiry within seven days, by email to the account', async () => {
  const merchant = await newMerchant();
  const { id } = await newKey(merchant, { expiresAt: after(7 * day) }, 'prod');
  await newKey(merchant, { expiresAt: after(7 * day + 1) });
  await newKey(merchant, { expiresAt: now });
  await newKey(merchant);
  await Promise.all([warnOfExpiry(db, now), warnOfExpiry(db, now)]);
  await warnOfExpiry(db, now);
  const warnings = await warningsOf(merchant.id);
  expect(warnings).toMatchObject([{ objectId: id, environment: 'prod', actor: { kind: 'worker' } }]);

  await db.transaction((tx) => queueEmails.handle(tx, warnings, now));
  const sent = await db.select().from(emails).where(eq(emails.recipient, merchant.email));
  expect(sent).toMatchObject([{ subject: 'A live API key expires soon', kind: 'account', storeId: null }]);
  expect(sent[0]?.body).toMatch(/^Nickname: Limited$/m);
  expect(sent[0]?.body).toMatch(/^Expires: 8 Mar 2095, 09:00 UTC$/m);
});

test('warns again of a new expiry', async () => {
  const merchant = await newMerchant();
  const { id } = await newKey(merchant, { expiresAt: after(day) });
  await warnOfExpiry(db, now);
  const later = after(60 * day);
  expect((await callFromDashboard(merchant, 'api-key/update-key', { id, expiresAt: later.toISOString() })).status).toBe(
    200,
  );
  await warnOfExpiry(db, now);
  expect(await warningsOf(merchant.id)).toHaveLength(1);
  await warnOfExpiry(db, after(54 * day));
  expect(await warningsOf(merchant.id)).toHaveLength(2);
});

test('does not warn of an expiry that was set for the next seven days', async () => {
  const merchant = await newMerchant();
  const { id } = await newKey(merchant);
  const expiresAt = new Date(Date.now() + 3 * day);
  await callFromDashboard(merchant, 'api-key/update-key', { id, expiresAt: expiresAt.toISOString() });
  await warnOfExpiry(db, new Date());
  expect(await warningsOf(merchant.id)).toEqual([]);
  expect(await db.$count(apiKeys, and(eq(apiKeys.id, id), eq(apiKeys.expiresAt, expiresAt)))).toBe(1);
});
