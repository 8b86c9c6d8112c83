import { expect, test } from 'vitest';
import { addDays, periodStart } from '#server/domain/billing-calendar.ts';
import { cards, newSubscription } from '#server/testing/orders/subscriptions.ts';

const trial = { metadata: { trialDays: 14 } };
const paidTrial = { ...trial, prices: { USD: { amount: '18.00', trialAmount: '1.00' } } };
const before = (moment: Date) => new Date(moment.getTime() - 1);

test('starts the first paid period at the end of a free trial', async () => {
  const { due, startedAt, renew, order, payments, subscriptionEvents } = await newSubscription({ content: trial });
  expect(due).toEqual(addDays(startedAt, 14));
  expect(await renew(before(due))).toBe(0);
  expect(await order()).toMatchObject({ status: 'trialing', periodNumber: 0, nextChargeAt: due });
  expect(await renew(due)).toBe(1);
  expect(await order()).toMatchObject({
    status: 'active',
    periodNumber: 1,
    currentPeriodStart: due,
    currentPeriodEnd: periodStart(due, 'monthly', 1),
    nextChargeAt: periodStart(due, 'monthly', 1),
    remindAt: addDays(periodStart(due, 'monthly', 1), -3),
  });
  expect((await payments()).map(({ periodNumber, amountMinor }) => [periodNumber, amountMinor])).toEqual([
    [0, 0],
    [1, 2142],
  ]);
  expect(await subscriptionEvents()).toEqual(['subscription.trial_started', 'subscription.activated']);
});

test('charges the trial price once, then the regular price', async () => {
  const { due, renew, order, payments } = await newSubscription({ content: paidTrial });
  await renew(due);
  await renew(periodStart(due, 'monthly', 1));
  const paid = (await payments()).map(({ periodNumber, amountMinor, status }) => [periodNumber, amountMinor, status]);
  expect(paid).toEqual([
    [0, 119, 'succeeded'],
    [1, 2142, 'succeeded'],
    [2, 2142, 'succeeded'],
  ]);
  expect(await order()).toMatchObject({ status: 'active', periodNumber: 2, totalMinor: 2142 });
});

test('keeps the first charge at the trial’s end after a cancellation and reactivation', async () => {
  const { due, startedAt, renew, end, order, payments, cancel, reactivate, subscriptionEvents } = await newSubscription(
    {
      content: trial,
    },
  );
  await cancel(addDays(startedAt, 3));
  expect(await order()).toMatchObject({ status: 'canceling', nextChargeAt: null, remindAt: null });
  await reactivate(addDays(startedAt, 5));
  expect(await order()).toMatchObject({
    status: 'active',
    periodNumber: 0,
    nextChargeAt: due,
    remindAt: addDays(due, -3),
    canceledAt: null,
  });
  expect([await renew(before(due)), await end(before(due))]).toEqual([0, 0]);
  expect(await payments()).toHaveLength(1);
  expect([await end(due), await renew(due)]).toEqual([0, 1]);
  expect(await order()).toMatchObject({ status: 'active', periodNumber: 1, currentPeriodStart: due });
  // The first paid period is an activation, not a renewal.
  expect((await subscriptionEvents()).slice(-2)).toEqual(['subscription.uncanceled', 'subscription.activated']);
});

test('ends with the trial without a charge when canceled during it', async () => {
  const { due, startedAt, renew, end, order, payments, cancel } = await newSubscription({ content: trial });
  await cancel(addDays(startedAt, 13));
  expect(await end(before(due))).toBe(0);
  expect([await renew(due), await end(due)]).toEqual([0, 1]);
  expect(await order()).toMatchObject({ status: 'canceled', endedAt: due, nextChargeAt: null });
  expect((await payments()).map(({ amountMinor }) => amountMinor)).toEqual([0]);
});

test('becomes past due after a declined first charge, with the first period from the trial’s end', async () => {
  const { due, renew, order, replaceCardNumber, subscriptionEvents } = await newSubscription({ content: trial });
  await replaceCardNumber(cards.declined);
  await renew(due);
  expect(await order()).toMatchObject({ status: 'past_due', periodNumber: 0, pastDueSince: due });
  await replaceCardNumber(cards.good);
  await renew(addDays(due, 1));
  expect(await order()).toMatchObject({ status: 'active', periodNumber: 1, currentPeriodStart: due });
  // It was never active before: the activation is reported once.
  const begun = [
    'subscription.trial_started',
    'subscription.past_due',
    'subscription.recovered',
    'subscription.activated',
  ];
  expect(await subscriptionEvents()).toEqual(begun);
  const { nextChargeAt: next } = await order();
  await replaceCardNumber(cards.declined);
  await renew(next as Date);
  await replaceCardNumber(cards.good);
  await renew(addDays(next as Date, 1));
  expect(await subscriptionEvents()).toEqual([...begun, 'subscription.past_due', 'subscription.recovered']);
});
