import { describe, expect, test } from 'vitest';
import {
  nextOnetimeOrderStatus,
  type OnetimeOrderEvent,
  onetimeOrderStatuses,
} from '#server/billing/orders/rules/onetime-order.ts';
import {
  nextSubscriptionOrderStatus,
  type SubscriptionOrderEvent,
  type SubscriptionOrderStatus,
  subscriptionOrderStatuses,
} from '#server/billing/subscriptions/rules/subscription-order.ts';
import { type KybEvent, kybStatuses, nextKybStatus } from '#server/stores/rules/kyb-ticket.ts';
import { nextSenderStatus, type SenderEvent, senderStatuses } from '#server/stores/rules/sender.ts';
import { nextPaymentStatus, type PaymentEvent, paymentStatuses } from './payment.ts';

describe('one-time orders', () => {
  const events: OnetimeOrderEvent[] = ['pay', 'cancel', 'expire'];
  const allowed: Record<string, string> = {
    'pending pay': 'completed',
    'pending cancel': 'canceled',
    'pending expire': 'expired',
  };
  const refusals = {
    pay: 'Only pending orders can be paid',
    cancel: 'Only pending orders can be canceled',
    expire: 'Only pending orders can expire',
  };
  for (const status of onetimeOrderStatuses) {
    for (const event of events) {
      const next = allowed[`${status} ${event}`];
      test(`${status} + ${event} → ${next ?? 'refused'}`, () => {
        if (next) expect(nextOnetimeOrderStatus(status, event)).toBe(next);
        else expect(() => nextOnetimeOrderStatus(status, event)).toThrow(refusals[event]);
      });
    }
  }
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
  const events: PaymentEvent[] = ['challenge', 'resume', 'succeed', 'fail'];
  const allowed: Record<string, string> = {
    'processing challenge': 'requires_action',
    'processing succeed': 'succeeded',
    'processing fail': 'failed',
    'requires_action resume': 'processing',
    'requires_action succeed': 'succeeded',
    'requires_action fail': 'failed',
    'failed succeed': 'succeeded',
  };
  for (const status of paymentStatuses) {
    for (const event of events) {
      const next = allowed[`${status} ${event}`];
      test(`${status} + ${event} → ${next ?? 'refused'}`, () => {
        if (next) expect(nextPaymentStatus(status, event)).toBe(next);
        else expect(() => nextPaymentStatus(status, event)).toThrow(/cannot/);
      });
    }
  }
});

describe('KYB tickets', () => {
  const events: KybEvent[] = ['approve', 'reject'];
  const allowed: Record<string, string> = { 'pending approve': 'succeeded', 'pending reject': 'rejected' };
  for (const status of kybStatuses) {
    for (const event of events) {
      const next = allowed[`${status} ${event}`];
      test(`${status} + ${event} → ${next ?? 'refused'}`, () => {
        if (next) expect(nextKybStatus(status, event)).toBe(next);
        else expect(() => nextKybStatus(status, event)).toThrow('This ticket has already been decided');
      });
    }
  }
});

describe('senders', () => {
  const events: SenderEvent[] = ['prove', 'approve', 'reject'];
  const allowed: Record<string, string> = {
    'unproven prove': 'in_review',
    'unproven approve': 'bound',
    'in_review approve': 'bound',
    'in_review reject': 'rejected',
  };
  const verbs = { prove: 'proven', approve: 'approved', reject: 'rejected' };
  for (const status of senderStatuses) {
    for (const event of events) {
      const next = allowed[`${status} ${event}`];
      test(`${status} + ${event} → ${next ?? 'refused'}`, () => {
        if (next) expect(nextSenderStatus(status, event)).toBe(next);
        else {
          const refusal = `A sender that is ${status.replace('_', ' ')} cannot be ${verbs[event]}`;
          expect(() => nextSenderStatus(status, event)).toThrow(refusal);
        }
      });
    }
  }
});
