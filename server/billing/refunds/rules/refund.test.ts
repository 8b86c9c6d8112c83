import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { holdingRefundStatuses, refundStatuses } from '#server/domain/refund-status.ts';
import { testTransitions } from '#server/testing/state-machine.ts';
import {
  leftOf,
  nextRefundAttemptAt,
  nextRefundStatus,
  readRefundAmount,
  refundTaxMinor,
  refundTransitions,
  sumRefunded,
  unrefundedOf,
} from './refund.ts';
import { isAnsweredBy, nextRefundTicketStatus, refundTicketStatuses } from './refund-ticket.ts';

describe('the state machine of a refund', () => {
  testTransitions({
    statuses: refundStatuses,
    events: ['succeed', 'fail'],
    allowed: { 'pending succeed': 'succeeded', 'pending fail': 'failed', 'succeeded fail': 'failed' },
    next: nextRefundStatus,
    refusalOf: (status, event) => `A refund that is ${status} cannot ${event}`,
  });

  test('holding refunds are those that can fail', () => {
    const holding = refundStatuses.filter((status) => 'fail' in refundTransitions[status]);
    expect([...holdingRefundStatuses]).toEqual(holding);
  });
});

describe('the state machine of a request', () => {
  const refusals = {
    approve: 'Only pending refund tickets can be reviewed',
    reject: 'Only pending refund tickets can be reviewed',
    resubmit: 'Only rejected refund tickets can be resubmitted',
  };
  testTransitions({
    statuses: refundTicketStatuses,
    events: ['approve', 'reject', 'resubmit'],
    allowed: { 'pending approve': 'approved', 'pending reject': 'rejected', 'rejected resubmit': 'pending' },
    next: nextRefundTicketStatus,
    refusalOf: (_, event) => refusals[event],
  });

  test.each([
    [1000, 1000, 500, true],
    [1000, 1001, 500, true],
    [1000, 999, 500, false],
    [1000, 1, 0, true],
  ])('for %d, a refund of %d that leaves %d is an answer: %s', (amountMinor, given, left, isAnswer) => {
    expect(isAnsweredBy({ amountMinor }, given, left)).toBe(isAnswer);
  });
});

test.each([
  [3100, 0, 0, 3100],
  [3100, 2000, 0, 1100],
  [3100, 2000, 1100, 0],
  // The merchant has refunded a credited part at the provider.
  [3100, 2000, 3100, 0],
])('of %d paid, %d credited and %d refunded, %d can be refunded', (amountMinor, creditedMinor, refundedMinor, left) => {
  expect(leftOf({ amountMinor, creditedMinor }, { amountMinor: refundedMinor })).toBe(left);
});

describe('the tax part of refunds', () => {
  const payment = fc.bigInt({ min: 1n, max: 999_999_999_999n }).chain((amount) =>
    fc.record({
      amountMinor: fc.constant(Number(amount)),
      taxMinor: fc.bigInt({ min: 0n, max: amount }).map(Number),
    }),
  );
  /** Successive refunds: each takes a share of the rest, and may fail afterwards. */
  const steps = fc.array(fc.record({ share: fc.double({ min: 0, max: 1, noNaN: true }), fails: fc.boolean() }), {
    maxLength: 30,
  });

  test('is never negative, never exceeds the refund, and adds up to the whole tax despite failed refunds', () => {
    fc.assert(
      fc.property(payment, steps, (paid, wanted) => {
        const refunds: { amountMinor: number; taxMinor: number; status: 'succeeded' | 'failed' }[] = [];
        const refundShare = (share: number, fails: boolean) => {
          const refunded = sumRefunded(refunds);
          const left = unrefundedOf(paid, refunded);
          if (left === 0) return;
          const amountMinor = Math.min(Math.max(1, Math.floor(left * share)), left);
          const taxMinor = refundTaxMinor(paid, refunded, amountMinor);
          expect(taxMinor).toBeGreaterThanOrEqual(0);
          expect(taxMinor).toBeLessThanOrEqual(amountMinor);
          refunds.push({ amountMinor, taxMinor, status: 'succeeded' });
          // One of the succeeded refunds bounces, not necessarily the newest.
          const bounced = refunds[Math.floor(share * (refunds.length - 1))];
          if (fails && bounced) bounced.status = 'failed';
        };
        for (const { share, fails } of wanted) refundShare(share, fails);
        refundShare(1, false);
        expect(sumRefunded(refunds)).toEqual(paid);
      }),
      { numRuns: 2000 },
    );
  });

  test('is proportional to within a minor unit while no refund fails', () => {
    fc.assert(
      fc.property(payment, fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 20 }), (paid, shares) => {
        let refunded = { amountMinor: 0, taxMinor: 0 };
        for (const share of shares) {
          const left = unrefundedOf(paid, refunded);
          if (left === 0) return;
          const amountMinor = Math.min(Math.max(1, Math.floor(left * share)), left);
          const taxMinor = refundTaxMinor(paid, refunded, amountMinor);
          refunded = { amountMinor: refunded.amountMinor + amountMinor, taxMinor: refunded.taxMinor + taxMinor };
          // |exact − given| ≤ 1/2, without dividing.
          const twice = 2n * BigInt(paid.taxMinor) * BigInt(refunded.amountMinor);
          const given = 2n * BigInt(refunded.taxMinor) * BigInt(paid.amountMinor);
          const difference = twice > given ? twice - given : given - twice;
          expect(difference <= BigInt(paid.amountMinor)).toBe(true);
        }
      }),
    );
  });

  test.each([
    [0, 'zero'],
    [-1, 'negative'],
    [71, 'more than the rest'],
  ])('rejects a refund of %d: %s', (amountMinor) => {
    const paid = { amountMinor: 100, taxMinor: 19 };
    expect(() => refundTaxMinor(paid, { amountMinor: 30, taxMinor: 6 }, amountMinor)).toThrow(RangeError);
  });
});

describe('the requested amount', () => {
  const left = { leftMinor: 900, currency: 'USD' };
  test.each([
    [undefined, 900],
    ['9.00', 900],
    [1, 1],
  ])('reads %j as %d', (given, amountMinor) => expect(readRefundAmount(given, left, 'payment')).toBe(amountMinor));

  test('defaults to the usual amount, limited by the rest', () => {
    expect(readRefundAmount(undefined, { ...left, usualMinor: 500 }, 'ticket')).toBe(500);
    expect(readRefundAmount(undefined, { ...left, usualMinor: 1000 }, 'ticket')).toBe(900);
  });
});

test('retries a refund after a minute, then after its age, up to six hours', () => {
  const at = new Date('2026-11-21T12:00:00Z');
  const waitAt = (ageMs: number) => {
    const now = new Date(at.getTime() + ageMs);
    return (nextRefundAttemptAt(at, now).getTime() - now.getTime()) / 60_000;
  };
  expect([0, 30, 60, 600, 3600, 21_600, 864_000].map((seconds) => waitAt(seconds * 1000))).toEqual([
    1, 1, 1, 10, 60, 360, 360,
  ]);
  // The clock was set back.
  expect(waitAt(-5000)).toBe(1);
});
