import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { orders, stores } from '#db/schema/index.ts';
import { addDays } from '#server/domain/billing-calendar.ts';
import { toShortId } from '#server/domain/ids.ts';
import { settings } from '#server/platform/settings.ts';
import { customerHeaders, db, newMerchant, post, type TestMerchant } from '#server/testing/api.ts';
import { emailEvents } from '#server/testing/emails.ts';
import {
  emailsTo,
  newSubscription,
  remindAt,
  renewAt,
  type TestSubscription,
} from '#server/testing/orders/past-due.ts';
import { eventsOf } from '#server/testing/orders/rows.ts';
import { setClock } from '#server/testing/test-clock.ts';
import { remindBuyers } from './reminders.ts';

const turnOff = (merchant: TestMerchant, ...names: string[]) =>
  db
    .update(stores)
    .set({ notificationSettings: Object.fromEntries(names.map((name) => [name, false])) })
    .where(eq(stores.id, merchant.store.id));

const dueOf = async (subscription: TestSubscription) => (await subscription.read()).remindAt as Date;
const remindersOf = async ({ id }: TestSubscription) =>
  (await eventsOf(id)).filter(({ type }) => type === 'subscription.reminded').map(({ data }) => data);
const before = (moment: Date) => new Date(moment.getTime() - 1);

test('emails the buyer once, three days before a monthly charge', async () => {
  const merchant = await newMerchant('Beans and Tea');
  const subscription = await newSubscription(merchant);
  const { remindAt: at, nextChargeAt } = await subscription.read();
  expect(at).toEqual(addDays(nextChargeAt as Date, -3));
  expect(await remindAt(merchant, before(at as Date))).toBe(0);
  expect(await emailsTo(subscription.email)).toEqual([]);

  expect(await remindAt(merchant, at as Date)).toBe(1);
  const [email, ...more] = await emailsTo(subscription.email);
  expect(more).toEqual([]);
  const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(nextChargeAt as Date);
  expect(email?.subject).toBe(`[Test] Next payment for “Beans by Post” on ${day}`);
  // 18.00 and 19 % in Germany.
  expect(email?.body).toContain(
    `On ${day}, you’ll be charged $21.42 for your subscription to “Beans by Post” at “Beans and Tea”.`,
  );
  expect(email?.body).toContain('Includes VAT 19%: $3.42.');
  expect(email?.body).toContain('We’ll charge Visa •••• 4242.');
  const order = `${settings().checkoutUrl}/${merchant.slug}/portal/orders/${toShortId('ORD', subscription.id)}`;
  expect(email?.body.split('\n')).toContain(`${order}?environment=test`);
  expect((await subscription.read()).remindAt).toBeNull();
  expect(await remindersOf(subscription)).toEqual([
    { of: 'charge', chargeAt: nextChargeAt?.toISOString(), emailsBuyer: true },
  ]);

  expect(await remindAt(merchant, at as Date)).toBe(0);
  expect(await emailsTo(subscription.email)).toHaveLength(1);
  // The next period has its own reminder.
  await renewAt(merchant, nextChargeAt as Date);
  await remindAt(merchant, await dueOf(subscription));
  expect(await emailsTo(subscription.email)).toHaveLength(2);
});

test('reminds once with concurrent workers', async () => {
  const merchant = await newMerchant();
  const subscriptions = await Promise.all([newSubscription(merchant), newSubscription(merchant)]);
  const dates = await Promise.all(subscriptions.map(dueOf));
  const now = new Date(Math.max(...dates.map(Number)));
  await setClock(merchant, now);
  const scope = { merchantId: merchant.id, storeId: merchant.store.id };
  const counts = await Promise.all([1, 2, 3].map(() => remindBuyers(db, now, scope)));
  await emailEvents(merchant, 'subscription.reminded');
  expect(counts.reduce((sum, count) => sum + count)).toBe(2);
  for (const subscription of subscriptions) {
    expect(await emailsTo(subscription.email)).toHaveLength(1);
    expect(await remindersOf(subscription)).toHaveLength(1);
  }
});

test('emails the price before a trial ends', async () => {
  const merchant = await newMerchant();
  const content = { billingPeriod: 'yearly', metadata: { trialDays: 14 } };
  const subscription = await newSubscription(merchant, { content });
  const { trialEndsAt } = await subscription.read();
  await remindAt(merchant, addDays(trialEndsAt as Date, -3));
  const [email] = await emailsTo(subscription.email);
  const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(trialEndsAt as Date);
  expect(email?.subject).toBe(`[Test] Your trial of “Beans by Post” ends on ${day}`);
  expect(email?.body).toContain(`After that, you’ll be charged $21.42 every year.`);
  expect(await remindersOf(subscription)).toEqual([
    { of: 'trial_end', chargeAt: trialEndsAt?.toISOString(), emailsBuyer: true },
  ]);
});

test('turns each email off with its own setting, but records the event', async () => {
  const merchant = await newMerchant();
  const [renewing, trialing] = [
    await newSubscription(merchant),
    await newSubscription(merchant, { content: { metadata: { trialDays: 30 } } }),
  ];
  await turnOff(merchant, 'emailUpcomingCharge');
  await remindAt(merchant, await dueOf(renewing));
  await remindAt(merchant, await dueOf(trialing));
  expect(await emailsTo(renewing.email)).toEqual([]);
  expect(await emailsTo(trialing.email)).toHaveLength(1);
  expect(await remindersOf(renewing)).toMatchObject([{ of: 'charge', emailsBuyer: false }]);

  const other = await newMerchant();
  const quiet = await newSubscription(other, { content: { metadata: { trialDays: 30 } } });
  await turnOff(other, 'emailTrialEnding');
  await remindAt(other, await dueOf(quiet));
  expect(await emailsTo(quiet.email)).toEqual([]);
});

test('does not remind after a cancellation, but reminds of the trial’s end after a reactivation', async () => {
  const merchant = await newMerchant();
  const content = { metadata: { trialDays: 14 } };
  const canceled = await newSubscription(merchant, { content });
  const reactivated = await newSubscription(merchant, { content, buyerIdentity: 'user-1' });
  for (const { id } of [canceled, reactivated]) {
    await merchant.call('subscription-order/cancel-order', { orderId: toShortId('ORD', id) });
  }
  const customer = await customerHeaders(merchant, 'user-1');
  const back = { orderId: toShortId('ORD', reactivated.id) };
  expect((await post('subscription-order/reactivate-order', back, customer)).status).toBe(200);
  await remindAt(merchant, addDays((await reactivated.read()).trialEndsAt as Date, -2));
  expect(await emailsTo(canceled.email)).toEqual([]);
  const [email] = await emailsTo(reactivated.email);
  expect(email?.subject).toContain('Your trial of “Beans by Post” ends');
});

test('ignores a leftover reminder of an ended subscription', async () => {
  const merchant = await newMerchant();
  const subscription = await newSubscription(merchant);
  const at = await dueOf(subscription);
  await db
    .update(orders)
    .set({ status: 'canceling' })
    .where(and(eq(orders.id, subscription.id), eq(orders.storeId, merchant.store.id)));
  expect(await remindAt(merchant, at)).toBe(1);
  expect(await emailsTo(subscription.email)).toEqual([]);
  expect(await remindersOf(subscription)).toEqual([]);
  expect((await subscription.read()).remindAt).toBeNull();
});

test('sends no reminder after the charge is due', async () => {
  const merchant = await newMerchant();
  const subscription = await newSubscription(merchant);
  await remindAt(merchant, (await subscription.read()).nextChargeAt as Date);
  expect(await emailsTo(subscription.email)).toEqual([]);
  expect(await remindersOf(subscription)).toEqual([]);
});

test('writes the reminder in the language of the checkout', async () => {
  const merchant = await newMerchant();
  const subscription = await newSubscription(merchant, { language: 'de-AT' });
  await remindAt(merchant, await dueOf(subscription));
  const [email] = await emailsTo(subscription.email);
  expect(email?.subject).toMatch(/^\[Test\] Nächste Zahlung für „Beans by Post“ am \d+\. /);
  expect(email?.body).toContain('$\u00a021,42');
});

test('links a merchant’s own customer to the store instead of the portal', async () => {
  const merchant = await newMerchant();
  const subscription = await newSubscription(merchant, { buyerIdentity: 'user-7' });
  await remindAt(merchant, await dueOf(subscription));
  const [email] = await emailsTo(subscription.email);
  expect(email?.body).toContain('open your orders from your account at “Test Store”');
  expect(email?.body).not.toContain('http');
});

test('announces the purchased price, not the current one', async () => {
  const merchant = await newMerchant();
  const subscription = await newSubscription(merchant, { fields: { country: 'US', state: 'OR' } });
  const { productId } = await subscription.read();
  const prices = { USD: { amount: '99.00' } };
  const id = toShortId('PROD', productId);
  expect((await merchant.call('subscription-product/update-product', { id, prices })).status).toBe(200);
  await remindAt(merchant, await dueOf(subscription));
  const [email] = await emailsTo(subscription.email);
  expect(email?.body).toContain('charged $18.00');
  expect(email?.body).not.toContain('Includes');
});
