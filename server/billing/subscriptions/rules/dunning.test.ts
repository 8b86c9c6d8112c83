import { expect, test } from 'vitest';
import { sendsEmail } from '#server/stores/rules/email-switches.ts';
import { lastRetryAt, recoveryLinkEndsAt } from './dunning.ts';

const since = new Date('2027-02-26T08:30:00Z');

test('puts the last retry on the last day of the schedule', () => {
  expect(lastRetryAt(since, [1, 3, 5, 7])).toEqual(new Date('2027-03-05T08:30:00Z'));
  expect(lastRetryAt(since, [2])).toEqual(new Date('2027-02-28T08:30:00Z'));
});

test('keeps the payment link valid for two days after the last retry', () => {
  expect(recoveryLinkEndsAt(since, [1, 3, 5, 7])).toEqual(new Date('2027-03-07T08:30:00Z'));
});

test('sends an email unless its setting is off', () => {
  expect(sendsEmail(null, 'emailTrialEnding')).toBe(true);
  expect(sendsEmail({ notifyNewOrders: false }, 'emailTrialEnding')).toBe(true);
  expect(sendsEmail({ emailTrialEnding: false }, 'emailTrialEnding')).toBe(false);
  expect(sendsEmail({ emailTrialEnding: false }, 'emailUpcomingCharge')).toBe(true);
});
