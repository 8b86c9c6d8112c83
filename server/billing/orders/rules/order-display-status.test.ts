import { expect, test } from 'vitest';
import type { OrderStatus } from './order.ts';
import { type DisplayStatus, displayStatusesOf, isTrialing } from './order-display-status.ts';
import { paymentRefundStatusOf, type RefundState, refundStateOf } from './order-refund.ts';

test.each<[OrderStatus, RefundState, number | null, DisplayStatus[]]>([
  ['completed', 'none', null, ['completed']],
  ['completed', 'partial', null, ['partially_refunded']],
  ['completed', 'full', null, ['refunded']],
  ['active', 'none', 1, ['active']],
  ['active', 'partial', 3, ['active', 'partially_refunded']],
  ['active', 'none', 0, ['trialing']],
  ['trialing', 'none', 0, ['trialing']],
  ['trialing', 'full', 0, ['trialing', 'refunded']],
  ['canceling', 'none', 0, ['canceling']],
  ['past_due', 'none', 0, ['past_due']],
  ['canceled', 'full', 1, ['canceled', 'refunded']],
])('displays %s with refund state %s in period %s as %s', (status, refundState, periodNumber, expected) => {
  expect(displayStatusesOf({ status, refundState, periodNumber })).toEqual(expected);
  expect(isTrialing({ status, periodNumber })).toBe(expected[0] === 'trialing');
});

test.each<[number, number, RefundState]>([
  [2900, 0, 'none'],
  [2900, 1, 'partial'],
  [2900, 2900, 'full'],
  [0, 0, 'none'],
])('derives the refund state of %i paid and %i refunded: %s', (paidMinor, refundedMinor, state) => {
  expect(refundStateOf({ paidMinor, refundedMinor })).toBe(state);
});

test.each([
  [[], 'none'],
  [['failed'], 'failed'],
  [['failed', 'succeeded'], 'refunded'],
  [['succeeded', 'pending', 'failed'], 'pending'],
])('derives the refund status of a payment with refunds %j: %s', (statuses, status) => {
  expect(paymentRefundStatusOf(statuses.map((each) => ({ status: each })))).toBe(status);
});
