import { describe, expect, test } from 'vitest';
import { nextOnetimeOrderStatus, onetimeOrderStatuses } from '#server/billing/orders/rules/onetime-order.ts';
import {
  nextSubscriptionOrderStatus,
  type SubscriptionOrderEvent,
  type SubscriptionOrderStatus,
  subscriptionOrderStatuses,
} from '#server/billing/subscriptions/rules/subscription-order.ts';
import { kybStatuses, kybTransitions, nextKybStatus, terminalKybStatuses } from '#server/stores/rules/kyb-ticket.ts';
import { nextSenderStatus, senderStatuses } from '#server/stores/rules/sender.ts';
import { testTransitions } from '#server/testing/state-machine.ts';
import {
  holdingPaymentStatuses,
  isLivePayment,
  livePaymentStatuses,
  nextPaymentStatus,
  paymentStatuses,
  paymentStatusNames,
  paymentTransitions,
} from './payment.ts';

describe('one-time orders', () => {
  const refusals = {
    pay: 'Only pending orders can be paid',
    cancel: 'Only pending orders can be canceled',
    expire: 'Only pending orders can expire',
  };
  testTransitions({
    statuses: onetimeOrderStatuses,
    events: ['pay', 'cancel', 'expire'],
    allowed: { 'pending pay': 'completed', 'pending cancel': 'canceled', 'pending expire': 'expired' },
    next: nextOnetimeOrderStatus,
    refusalOf: (_, event) => refusals[event],
  });
});

describe('subscriptions', () => {
  // Written by hand from decisions.md, "Subscriptions"; `-`: refused. A canceling subscription may still be paid for an
  // earlier charge; it stays canceling.
  const columns: SubscriptionOrderEvent[] = [
    'pay',
    'start_trial',
    'fail',
    'cancel',
    'reactivate',
    'replace',
    'end',
    'expire',
  ];
  const table: Record<SubscriptionOrderStatus, string> = {
    //         pay       start_trial  fail      cancel     reactivate replace   end       expire
    pending: ' active    trialing     -         canceled   -          -         -         expired',
    trialing: 'active    -            past_due  canceling  -          canceled  -         -',
    active: '  active    -            past_due  canceling  -          canceled  canceled  -',
    past_due: 'active    -            -         canceled   -          canceled  canceled  -',
    canceling: 'canceling -           -         -          active     canceled  canceled  -',
    canceled: '-         -            -         -          -          -         -         -',
    expired: ' -         -            -         -          -          -         -         -',
  };
  const refusals: Record<SubscriptionOrderEvent, string> = {
    pay: 'This subscription has ended and cannot be paid',
    start_trial: 'Only pending subscriptions can start a trial',
    fail: 'Only subscriptions that are billed can fall past due',
    cancel: 'Only pending, trialing, active or past due subscriptions can be canceled',
    reactivate: 'Only canceling subscriptions can be reactivated',
    replace: 'This subscription has ended and cannot change its plan',
    end: 'This subscription cannot end now',
    expire: 'Only pending subscriptions can expire',
  };
  test('the table covers every status', () => {
    expect(Object.keys(table).toSorted()).toEqual([...subscriptionOrderStatuses].toSorted());
  });
  for (const status of Object.keys(table) as SubscriptionOrderStatus[]) {
    const cells = table[status].trim().split(/\s+/);
    for (const [index, event] of columns.entries()) {
      const next = cells[index];
      test(`${status} + ${event} → ${next === '-' ? 'refused' : next}`, () => {
        if (next !== '-') return expect(nextSubscriptionOrderStatus(status, event)).toBe(next);
        const refusal = { status: 400, entries: [{ message: refusals[event], layer: 'order' }] };
        expect(refusalOf(() => nextSubscriptionOrderStatus(status, event))).toMatchObject(refusal);
      });
    }
  }
});

/** What a call throws. */
function refusalOf(call: () => unknown): unknown {
  try {
    call();
  } catch (error) {
    return error;
  }
  throw new Error('it was not refused');
}

describe('payments', () => {
  testTransitions({
    statuses: paymentStatuses,
    events: ['challenge', 'resume', 'succeed', 'fail'],
    allowed: {
      'processing challenge': 'requires_action',
      'processing succeed': 'succeeded',
      'processing fail': 'failed',
      'requires_action resume': 'processing',
      'requires_action succeed': 'succeeded',
      'requires_action fail': 'failed',
      'failed succeed': 'succeeded',
    },
    next: nextPaymentStatus,
    refusalOf: () => /cannot/,
  });

  test('live payments are those that can fail', () => {
    const live = paymentStatuses.filter((status) => 'fail' in paymentTransitions[status]);
    expect([...livePaymentStatuses]).toEqual(live);
    expect(paymentStatuses.filter(isLivePayment)).toEqual(live);
  });

  test('holding payments are live or allow no event', () => {
    const final = paymentStatuses.filter((status) => Object.keys(paymentTransitions[status]).length === 0);
    expect([...holdingPaymentStatuses]).toEqual([...livePaymentStatuses, ...final]);
  });

  test('filters find live payments as pending, and each payment by its own status', () => {
    const found = (name: string) => paymentStatuses.filter((status) => paymentStatusNames[status]?.includes(name));
    expect(found('pending')).toEqual([...livePaymentStatuses]);
    expect(paymentStatuses.map(found)).toEqual(paymentStatuses.map((status) => [status]));
  });
});

describe('KYB tickets', () => {
  testTransitions({
    statuses: kybStatuses,
    events: ['approve', 'reject'],
    allowed: { 'pending approve': 'succeeded', 'pending reject': 'rejected' },
    next: nextKybStatus,
    refusalOf: () => 'This ticket has already been decided',
  });

  test('terminal tickets allow no event', () => {
    const ended = kybStatuses.filter((status) => Object.keys(kybTransitions[status]).length === 0);
    expect([...terminalKybStatuses]).toEqual(ended);
  });
});

describe('senders', () => {
  const verbs = { prove: 'proven', approve: 'approved', reject: 'rejected' };
  testTransitions({
    statuses: senderStatuses,
    events: ['prove', 'approve', 'reject'],
    allowed: {
      'unproven prove': 'in_review',
      'unproven approve': 'bound',
      'in_review approve': 'bound',
      'in_review reject': 'rejected',
    },
    next: nextSenderStatus,
    refusalOf: (status, event) => `A sender that is ${status.replace('_', ' ')} cannot be ${verbs[event]}`,
  });
});
