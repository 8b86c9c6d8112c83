import { describe, expect, test } from 'vitest';
import type { orders } from '#db/schema/index.ts';
import { liveStatuses } from '../../subscriptions/rules/subscription-order.ts';
import {
  activeBlockerStatuses,
  isReactivatable,
  orderAt,
  parseOrder,
  parsers,
  parseStartedSubscription,
  pendingBlockerStatuses,
} from './order.ts';

type Row = typeof orders.$inferSelect;

const at = (day: number) => new Date(Date.UTC(2026, 0, day));

/** A pending one-time order. */
const pending: Row = {
  id: '01a20abd-0421-7558-b18f-1dcee5fc3e51',
  merchantId: 'merchant',
  storeId: 'store',
  environment: 'test',
  productType: 'onetime',
  status: 'pending',
  checkoutSessionId: 'session',
  productId: 'product',
  productVersionId: 'version',
  currency: 'USD',
  subtotalMinor: 2900,
  taxMinor: 0,
  totalMinor: 2900,
  taxRateMillionths: 0,
  taxName: null,
  buyerEmail: null,
  buyerIdentity: null,
  buyerBrowser: null,
  customerId: null,
  billingDetail: null,
  successUrl: null,
  metadata: {},
  merchantExternalId: null,
  language: null,
  expiresAt: at(2),
  completedAt: null,
  canceledAt: null,
  billingPeriod: null,
  startedAt: null,
  trialEndsAt: null,
  currentPeriodStart: null,
  currentPeriodEnd: null,
  periodNumber: null,
  nextChargeAt: null,
  remindAt: null,
  pastDueSince: null,
  endedAt: null,
  movedPeriods: null,
  pausedAt: null,
  resumesAt: null,
  changeOriginOrderId: null,
  changeOrderId: null,
  quoteId: null,
  creditMinor: 0,
  refundedMinor: 0,
  refundState: 'none',
  createdAt: at(1),
  updatedAt: at(1),
};
const subscription: Row = { ...pending, productType: 'subscription', billingPeriod: 'monthly' };
const period = { startedAt: at(1), currentPeriodStart: at(1), currentPeriodEnd: at(32), periodNumber: 1 };
const active: Row = { ...subscription, ...period, status: 'active', nextChargeAt: at(32) };
const pastDue: Row = { ...active, status: 'past_due', pastDueSince: at(32) };

describe('parses', () => {
  test.each<[string, Row]>([
    ['a pending one-time order', pending],
    ['a completed one-time order', { ...pending, status: 'completed', completedAt: at(1) }],
    ['a subscription that waits for its first payment', { ...subscription, trialEndsAt: at(15) }],
    [
      'a subscription that was canceled before its first payment',
      { ...subscription, status: 'canceled', endedAt: at(2) },
    ],
    ['a started subscription', active],
    ['a trial', { ...active, status: 'trialing', periodNumber: 0, trialEndsAt: at(32) }],
    ['a subscription that has ended', { ...active, status: 'canceled', nextChargeAt: null, endedAt: at(32) }],
    ['a past due subscription', pastDue],
  ])('%s', (_, row) => {
    expect(parseOrder(row)).toBe(row);
    expect(parsers[row.productType](row)).toBe(row);
  });
});

describe('refuses', () => {
  test.each<[string, Row]>([
    ['an unknown type', { ...pending, productType: 'gift' as 'onetime' }],
    ['a one-time order in the status of a subscription', { ...pending, status: 'active' }],
    ['a one-time order with a billing period', { ...pending, billingPeriod: 'monthly' }],
    ['a one-time order with a period', { ...pending, ...period }],
    ['a subscription in the status of a one-time order', { ...subscription, status: 'completed' }],
    ['a subscription without a billing period', { ...active, billingPeriod: null }],
    ['a subscription that is active without a period', { ...subscription, status: 'active' }],
    ['a subscription that is pending within a period', { ...active, status: 'pending' }],
    ['a past due subscription without the date of the failed charge', { ...pastDue, pastDueSince: null }],
    ['an active subscription with the date of a failed charge', { ...active, pastDueSince: at(32) }],
  ])('%s', (_, row) => {
    expect(() => parseOrder(row)).toThrow(`order ${row.id} is not`);
  });

  test('an order of the other type, and an unstarted subscription instead of a started one', () => {
    expect(() => parsers.onetime(active)).toThrow('is not oneTime');
    expect(() => parsers.subscription(pending)).toThrow('is not');
    expect(() => parseStartedSubscription(subscription)).toThrow('is not settled or pastDue');
  });
});

test.each<[string, Row, Date, string]>([
  ['is pending before its expiry', pending, at(1), 'pending'],
  ['is expired from its expiry on', pending, at(2), 'expired'],
  ['stays active', active, at(99), 'active'],
])('an order %s', (_, row, now, status) => {
  expect(orderAt(parseOrder(row), now).status).toBe(status);
});

test.each<[Row['status'], number, boolean]>([
  ['canceling', 31, true],
  ['canceling', 32, false],
  ['active', 31, false],
])('allows a reactivation while %s on day %i: %s', (status, day, expected) => {
  expect(isReactivatable(parseOrder({ ...active, status }), at(day))).toBe(expected);
});

test('a pending order and a live subscription each block a deletion with exactly one reason', () => {
  const blocking = [...pendingBlockerStatuses, ...activeBlockerStatuses];
  expect(blocking.toSorted()).toEqual(['pending', ...liveStatuses].toSorted());
});
