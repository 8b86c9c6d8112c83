import { describe, expect, test } from 'vitest';
import { type KybEvent, kybStatuses, nextKybStatus } from './kyb-ticket.ts';
import { nextOnetimeOrderStatus, type OnetimeOrderEvent, onetimeOrderStatuses } from './onetime-order.ts';
import { nextPaymentStatus, type PaymentEvent, paymentStatuses } from './payment.ts';
import { nextSenderStatus, type SenderEvent, senderStatuses } from './sender.ts';
import {
  nextSubscriptionOrderStatus,
  type SubscriptionOrderEvent,
  subscriptionOrderStatuses,
} from './subscription-order.ts';

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
  const events: SubscriptionOrderEvent[] = ['pay', 'start_trial', 'fail', 'cancel', 'reactivate', 'end', 'expire'];
  const allowed: Record<string, string> = {
    'pending pay': 'active',
    'pending start_trial': 'trialing',
    'pending cancel': 'canceled',
    'pending expire': 'expired',
    'trialing pay': 'active',
    'trialing fail': 'past_due',
    'trialing cancel': 'canceling',
    'active pay': 'active',
    'active fail': 'past_due',
    'active cancel': 'canceling',
    'active end': 'canceled',
    'past_due pay': 'active',
    'past_due cancel': 'canceled',
    'past_due end': 'canceled',
    'canceling reactivate': 'active',
    'canceling end': 'canceled',
  };
  for (const status of subscriptionOrderStatuses) {
    for (const event of events) {
      const next = allowed[`${status} ${event}`];
      test(`${status} + ${event} → ${next ?? 'refused'}`, () => {
        if (next) expect(nextSubscriptionOrderStatus(status, event)).toBe(next);
        else expect(() => nextSubscriptionOrderStatus(status, event)).toThrow(/subscription/);
      });
    }
  }
});

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
