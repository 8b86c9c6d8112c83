import { expect, test } from 'vitest';
import { sendsEmail } from '#server/stores/rules/email-switches.ts';
import { fixLinkEndsAt, lastRetryAt } from './dunning.ts';

const since = new Date('2027-02-26T08:30:00Z');

test('the last retry is the last day of the schedule', () => {
  expect(lastRetryAt(since, [1, 3, 5, 7])).toEqual(new Date('2027-03-05T08:30:00Z'));
  expect(lastRetryAt(since, [2])).toEqual(new Date('2027-02-28T08:30:00Z'));
});

test('a link outlives the last retry by two days', () => {
  expect(fixLinkEndsAt(since, [1, 3, 5, 7])).toEqual(new Date('2027-03-07T08:30:00Z'));
});

test('an email is sent unless its switch was turned off', () => {
  expect(sendsEmail(null, 'emailTrialEnding')).toBe(true);
  expect(sendsEmail({ notifyNewOrders: false }, 'emailTrialEnding')).toBe(true);
  expect(sendsEmail({ emailTrialEnding: false }, 'emailTrialEnding')).toBe(false);
  expect(sendsEmail({ emailTrialEnding: false }, 'emailUpcomingCharge')).toBe(true);
});
