import { and, asc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { emails, stores } from '#db/schema/index.ts';
import { addDays, periodStart } from '#server/domain/billing-calendar.ts';
import { db, type TestMerchant } from '#server/testing/api.ts';
import { emailEvents } from '#server/testing/emails.ts';
import { changeOrderOf, changePlan, planAt } from '#server/testing/orders/plan-changes.ts';
import { cards, newSubscription, replaceCardNumber } from '#server/testing/orders/subscriptions.ts';
import { setClock } from '#server/testing/test-clock.ts';

const start = new Date('2026-01-01T00:00:00.000Z');

/** The emails about those events, oldest first: kind, subject and the lines of the facts. */
async function emailsAbout(
  { id, store }: TestMerchant,
  ...types: Parameters<typeof emailEvents>[1][]
): Promise<{ kind: string | null; subject: string; text: string }[]> {
  await db.delete(emails).where(and(eq(emails.merchantId, id), eq(emails.storeId, store.id)));
  await emailEvents({ id }, ...types);
  const rows = await db.select().from(emails).where(eq(emails.storeId, store.id)).orderBy(asc(emails.id));
  return rows.map(({ kind, subject, body }) => ({ kind, subject, text: body }));
}

test('an immediate change emails price, tax, credit and charge to the buyer and the owner', async () => {
  const subscription = await newSubscription({ at: start, content: planAt('31.00') });
  await changePlan(subscription, planAt('62.00'), addDays(start, 11));
  const [buyer, owner] = await emailsAbout(subscription.merchant, 'subscription.plan_changed');
  expect(buyer).toMatchObject({ kind: 'plan_change', subject: '[Test] Your plan is now “Plan at 62.00”' });
  expect(buyer?.text).toContain(
    'Subtotal: $52.10\nVAT 19%: $9.90\nCredit used: -$20.00\nTotal: $42.00\nPayment method: Visa •••• 4242',
  );
  expect(owner).toMatchObject({ kind: 'plan_change_notice', subject: '[Test] Plan changed: “Plan at 62.00”' });
  expect(owner?.text).toContain('Amount: $42.00\nVAT 19%: $6.71\nCredit used: $20.00');
});

test('a renewal that credit pays in part emails the credit and the charge', async () => {
  const subscription = await newSubscription({ at: start, content: planAt('310.00') });
  const { merchant } = subscription;
  const at = addDays(start, 1);
  await changePlan(subscription, planAt('200.00'), at, { changeTiming: 'immediate' });
  const next = periodStart(at, 'monthly', 1);
  await setClock(merchant, next);
  await subscription.renew(next);
  const [buyer, owner] = await emailsAbout(merchant, 'subscription.renewed');
  expect(buyer?.text).toContain('received your payment of $100.00');
  expect(buyer?.text).toContain('Subtotal: $168.07\nVAT 19%: $31.93\nCredit used: -$100.00\nTotal: $100.00');
  expect(owner?.text).toContain('Amount: $100.00\nVAT 19%: $15.97\nCredit used: $100.00');
});

test('a scheduled change emails its day, and a failed one that the plan stays', async () => {
  const subscription = await newSubscription({ at: start, content: planAt('62.00') });
  const { merchant, due } = subscription;
  const sessionId = await changePlan(subscription, planAt('31.00'), addDays(start, 3));
  const scheduled = await emailsAbout(merchant, 'subscription.plan_change_scheduled');
  expect(scheduled.map(({ kind }) => kind)).toEqual(['plan_change', 'plan_change_notice']);
  expect(scheduled[0]?.text).toContain('on February 1, 2026');
  await replaceCardNumber(subscription.id, cards.declined);
  await setClock(merchant, due);
  await subscription.applyChanges(due);
  expect(await changeOrderOf(sessionId)).toMatchObject({ status: 'canceled' });
  const failed = await emailsAbout(merchant, 'subscription.plan_change_failed');
  expect(failed.map(({ kind }) => kind)).toEqual(['plan_change', 'plan_change_notice']);
  expect(failed[1]?.text).toContain('It continues with “Plan at 62.00”.');
});

test.each<[Record<string, boolean>, string[]]>([
  [{ emailSubscriptionPlanChanged: false }, ['plan_change_notice']],
  [{ notifySubscriptionPlanChanged: false }, ['plan_change']],
])('%o turns off one of the two emails', async (notificationSettings, kinds) => {
  const subscription = await newSubscription({ at: start, content: planAt('31.00') });
  const { merchant } = subscription;
  await db.update(stores).set({ notificationSettings }).where(eq(stores.id, merchant.store.id));
  await changePlan(subscription, planAt('62.00'), addDays(start, 11));
  const sent = await emailsAbout(merchant, 'subscription.plan_changed');
  expect(sent.map(({ kind }) => kind)).toEqual(kinds);
});
