import { expect, test } from 'vitest';
import { describeEvent } from '#server/events/rules/event-words.ts';
import { readTypedMoment, requireAhead, storeTime, testTimeOf } from './test-clock.ts';

const at = new Date('2027-01-31T12:00:00.000Z');
const now = new Date('2026-11-21T09:30:00.000Z');

test('uses the test clock’s time in test and real time in prod', () => {
  expect(storeTime({ testClockAt: at }, 'test', now)).toBe(at);
  expect(storeTime({ testClockAt: at }, 'prod', now)).toBe(now);
  expect(storeTime({ testClockAt: null }, 'test', now)).toBe(now);
  expect([testTimeOf({ testClockAt: at }, 'test'), testTimeOf({ testClockAt: at }, 'prod')]).toEqual([at, null]);
});

test.each([
  ['+30 days', '2027-03-02T12:00:00.000Z'],
  ['+1 day', '2027-02-01T12:00:00.000Z'],
  ['+ 2 weeks', '2027-02-14T12:00:00.000Z'],
  ['+1month', '2027-02-28T12:00:00.000Z'],
  ['+13 Months', '2028-02-29T12:00:00.000Z'],
  ['+1 year', '2028-01-31T12:00:00.000Z'],
  ['+36 hours', '2027-02-02T00:00:00.000Z'],
  ['+90 minutes', '2027-01-31T13:30:00.000Z'],
  ['2027-03-01T09:00:00Z', '2027-03-01T09:00:00.000Z'],
  [' 2027-03-01T09:00:00+02:00 ', '2027-03-01T07:00:00.000Z'],
])('reads %s', (typed, moment) => {
  expect(readTypedMoment(typed, at)?.toISOString()).toBe(moment);
});

test.each(['', 'tomorrow', '-1 day', '30 days', '+1 fortnight', '+ days', '2027-13-01T00:00:00Z', '+1.5 days'])(
  'rejects the moment %j',
  (typed) => {
    expect(readTypedMoment(typed, at)).toBeUndefined();
  },
);

test('advances forward only, at most five years', () => {
  const refused = (to: string) => {
    try {
      requireAhead(new Date(to), at);
      return undefined;
    } catch (error) {
      return (error as Error).message;
    }
  };
  expect(refused('2027-01-31T12:00:00.001Z')).toBeUndefined();
  expect(refused('2032-01-31T12:00:00.000Z')).toBeUndefined();
  expect(refused('2027-01-31T12:00:00.000Z')).toContain('must be later than the test clock');
  expect(refused('2032-01-31T12:00:00.001Z')).toContain('5 years after the test clock');
});

test('describes events of orders in words, and others by name', () => {
  const messages = {
    data: { periodNumber: 3, failureReason: 'No funds.', amount: '5.00', currency: 'EUR' },
    amount: '$9.00',
  };
  expect(describeEvent('payment.failed', messages)).toBe('Payment of $9.00 failed: No funds');
  expect(describeEvent('refund.succeeded', messages)).toBe('Refund of €5.00 succeeded');
  expect(describeEvent('refund_ticket.created', messages)).toBe('Refund of €5.00 requested');
  expect(describeEvent('refund_ticket.rejected', messages)).toBe('Refund request declined');
  expect(describeEvent('subscription.canceled', { data: { reason: 'unpaid' }, amount: undefined })).toBe(
    'Subscription canceled: payment failed',
  );
  expect(describeEvent('subscription.charge_skipped', { data: { reason: 'no_method' }, amount: undefined })).toBe(
    'Charge skipped: no payment method',
  );
  expect(describeEvent('constructor', messages)).toBe('Constructor');
});
