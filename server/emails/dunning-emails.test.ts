import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { paymentMethods, stores } from '#db/schema/index.ts';
import { changeMethod } from '#server/billing/payment-methods/change-method.ts';
import { readMethod } from '#server/billing/payments/pay-form.ts';
import { renewSubscriptions } from '#server/billing/subscriptions/charge-renewals.ts';
import { lastRetryAt, recoveryLinkEndsAt } from '#server/billing/subscriptions/rules/dunning.ts';
import { readRecoveryLink } from '#server/customers/recovery-link.ts';
import { addDays } from '#server/domain/billing-calendar.ts';
import { settings } from '#server/platform/settings.ts';
import type { PaymentProvider } from '#server/providers/payments/provider.ts';
import { sandboxProvider } from '#server/providers/payments/sandbox.ts';
import { db, newMerchant, type TestMerchant } from '#server/testing/api.ts';
import { emailEvents } from '#server/testing/emails.ts';
import {
  cards,
  emailsTo,
  newPastDue,
  newSubscription,
  recoveryTokenIn,
  recoveryUrlIn,
  renewAt,
} from '#server/testing/orders/past-due.ts';
import { replaceCardNumber, cards as savedCards } from '#server/testing/orders/subscriptions.ts';
import { setClock } from '#server/testing/test-clock.ts';

const day = (moment: Date) => new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(moment);
const { renewalRetryDays } = settings();

const turnOff = (merchant: TestMerchant, name: string) =>
  db
    .update(stores)
    .set({ notificationSettings: { [name]: false } })
    .where(eq(stores.id, merchant.store.id));

test('emails the buyer about a failed renewal, each failed retry and the end', async () => {
  const merchant = await newMerchant('Beans and Tea');
  const subscription = await newPastDue(merchant);
  const { pastDueSince, nextChargeAt } = await subscription.read();
  const since = pastDueSince as Date;
  const [first, ...none] = await emailsTo(subscription.email);
  expect(none).toEqual([]);
  expect(first?.subject).toBe('[Test] Your payment for “Beans by Post” did not go through');
  expect(first?.body).toContain(
    'We could not charge $21.42 to Visa •••• 0341 for your subscription to “Beans by Post” at “Beans and Tea”.',
  );
  expect(first?.body).toContain('Your card was declined. Try another card, or ask your bank why.');
  expect(first?.body).toContain(`We’ll try again on ${day(nextChargeAt as Date)}.`);
  const last = lastRetryAt(since, renewalRetryDays);
  expect(first?.body).toContain(`If it is not paid by ${day(last)}, your subscription will end.`);

  for (const [tries, days] of renewalRetryDays.entries()) {
    expect(await emailsTo(subscription.email)).toHaveLength(tries + 1);
    await renewAt(merchant, addDays(since, days));
  }
  const all = await emailsTo(subscription.email);
  const failed = all.filter(({ subject }) => subject.endsWith('did not go through'));
  expect(failed).toHaveLength(renewalRetryDays.length);
  expect(failed.at(-1)?.body).toContain(`We’ll try again on ${day(last)}.`);
  expect(all.at(-1)?.subject).toBe('[Test] Your subscription to “Beans by Post” has ended');
  expect(all.at(-1)?.body).toContain('has ended because its payment did not go through.');
  expect(recoveryUrlIn(all.at(-1))).toBe('');
  expect((await subscription.read()).status).toBe('canceled');
});

test('the link opens that order and that failure only, until two days after the last retry', async () => {
  const merchant = await newMerchant();
  const subscription = await newPastDue(merchant);
  const order = await subscription.read();
  const since = order.pastDueSince as Date;
  const url = recoveryUrlIn((await emailsTo(subscription.email))[0]);
  const token = recoveryTokenIn(url);
  // The token is behind the `#`, so no server logs it.
  expect(url).toBe(`${settings().checkoutUrl}/${merchant.slug}/portal/fix?environment=test#link=${token}`);
  const end = Math.floor(recoveryLinkEndsAt(since, renewalRetryDays).getTime() / 1000) * 1000;
  const link = {
    storeId: merchant.store.id,
    environment: 'test',
    orderId: order.id,
    pastDueSince: since,
    expiresAt: new Date(end),
  };
  const readAt = (moment: number) => readRecoveryLink(token, () => new Date(moment), settings());
  expect(await readAt(since.getTime())).toEqual({ ...link, isExpired: false });
  expect(await readAt(end - 1000)).toEqual({ ...link, isExpired: false });
  expect(await readAt(end)).toEqual({ ...link, isExpired: true });
  const other = { ...settings(), appSecret: 'another secret, that is as long as one has to be' };
  expect(await readRecoveryLink(token, () => since, other)).toBeUndefined();
});

test('emails once about a card that needs authentication, and does not call it refused', async () => {
  const merchant = await newMerchant('Beans and Tea');
  const subscription = await newPastDue(merchant, { card: cards.askedLater });
  const since = (await subscription.read()).pastDueSince as Date;
  for (const days of renewalRetryDays) await renewAt(merchant, addDays(since, days));
  const [first, ...later] = await emailsTo(subscription.email);
  expect(first?.subject).toBe('[Test] Confirm your payment for “Beans by Post”');
  expect(first?.body).toContain('Your payment of $21.42 with Visa •••• 3155 for your subscription to “Beans by Post”');
  expect(first?.body).toContain('Your bank needs to verify your identity. Open the link below');
  expect(first?.body).toContain(`If it is not paid by ${day(lastRetryAt(since, renewalRetryDays))}`);
  expect(first?.body).not.toMatch(/refused|declined|tried again|not be charged/);
  expect(recoveryUrlIn(first)).not.toBe('');
  expect(later.map(({ subject }) => subject)).toEqual(['[Test] Your subscription to “Beans by Post” has ended']);
});

test('emails once that a refused card is not charged again', async () => {
  const merchant = await newMerchant();
  const subscription = await newPastDue(merchant);
  await replaceCardNumber(subscription.id, savedCards.lost);
  const since = (await subscription.read()).pastDueSince as Date;
  const [firstDays = 0, ...otherDays] = renewalRetryDays;
  await renewAt(merchant, addDays(since, firstDays));
  const [, refused] = await emailsTo(subscription.email);
  expect(refused?.body).toContain('This card will not be charged again.');
  for (const days of otherDays) await renewAt(merchant, addDays(since, days));
  expect((await emailsTo(subscription.email)).map(({ subject }) => subject.includes('ended'))).toEqual([
    false,
    false,
    true,
  ]);
});

test('mentions no card if none is stored', async () => {
  const merchant = await newMerchant();
  const subscription = await newSubscription(merchant);
  await db.delete(paymentMethods).where(eq(paymentMethods.orderId, subscription.id));
  await renewAt(merchant, (await subscription.read()).nextChargeAt as Date);
  const [email] = await emailsTo(subscription.email);
  expect(email?.body).toContain('did not go through.\n\nThere is no card on file.\n\nPay $21.42 now');
  const since = (await subscription.read()).pastDueSince as Date;
  for (const days of renewalRetryDays) await renewAt(merchant, addDays(since, days));
  expect(await emailsTo(subscription.email)).toHaveLength(2);
});

test('each setting turns off its own email', async () => {
  const merchant = await newMerchant();
  await turnOff(merchant, 'emailSubscriptionPastDue');
  const subscription = await newPastDue(merchant);
  const since = (await subscription.read()).pastDueSince as Date;
  for (const days of renewalRetryDays) await renewAt(merchant, addDays(since, days));
  expect((await emailsTo(subscription.email)).map(({ subject }) => subject)).toEqual([
    '[Test] Your subscription to “Beans by Post” has ended',
  ]);
  const other = await newMerchant();
  await turnOff(other, 'emailSubscriptionRevoked');
  const quiet = await newPastDue(other);
  const start = (await quiet.read()).pastDueSince as Date;
  for (const days of renewalRetryDays) await renewAt(other, addDays(start, days));
  expect((await quiet.read()).status).toBe('canceled');
  expect((await emailsTo(quiet.email)).map(({ subject }) => subject.includes('ended'))).toEqual(
    renewalRetryDays.map(() => false),
  );
});

test('emails about the charge of the new card, not about the replaced one', async () => {
  const merchant = await newMerchant();
  const subscription = await newSubscription(merchant, { card: cards.declinedLater });
  const due = (await subscription.read()).nextChargeAt as Date;
  await setClock(merchant, due);
  const { promise: isReplaced, resolve: replaced } = Promise.withResolvers<void>();
  const { promise: isRequested, resolve: markRequested } = Promise.withResolvers<void>();
  const sandbox = sandboxProvider(db);
  const slow: PaymentProvider = {
    ...sandbox,
    async charge(charge, now) {
      markRequested();
      await isReplaced;
      return await sandbox.charge(charge, now);
    },
  };
  const jobScope = { merchantId: merchant.id, storeId: merchant.store.id };
  const renewing = renewSubscriptions(db, due, { scope: jobScope, providerOf: () => slow });
  await isRequested;
  const method = readMethod({ cardNumber: cards.askedLater, cardExpiry: '12 / 40', cardCvc: '123' }, due);
  const order = await subscription.read();
  await changeMethod(db, { store: merchant.store, order, method, returnUrl: 'http://localhost/back' }, due);
  replaced();
  await renewing;
  expect((await subscription.read()).status).toBe('past_due');
  expect(await emailsTo(subscription.email)).toEqual([]);
  await renewAt(merchant, due);
  const received = await emailsTo(subscription.email);
  expect(received).toHaveLength(1);
  expect(received[0]?.body).toContain('with Visa •••• 3155 for your subscription');
});

test('several workers send one email', async () => {
  const merchant = await newMerchant();
  const subscription = await newPastDue(merchant);
  const due = (await subscription.read()).nextChargeAt as Date;
  const scope = { merchantId: merchant.id, storeId: merchant.store.id };
  await Promise.all([1, 2, 3].map(() => renewSubscriptions(db, due, { scope })));
  await emailEvents(merchant, 'payment.failed');
  expect(await emailsTo(subscription.email)).toHaveLength(2);
});

test('uses the language of the checkout; a successful renewal sends no such email', async () => {
  const merchant = await newMerchant();
  const failing = await newPastDue(merchant, { language: 'ja' });
  const [email] = await emailsTo(failing.email);
  expect(email?.subject).toBe('[Test] 「Beans by Post」のお支払いを完了できませんでした');
  const paying = await newSubscription(merchant);
  await renewAt(merchant, (await paying.read()).nextChargeAt as Date);
  expect((await paying.read()).periodNumber).toBe(2);
  expect(await emailsTo(paying.email)).toEqual([]);
});
