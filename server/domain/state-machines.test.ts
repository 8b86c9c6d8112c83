import { describe, expect, test } from 'vitest';
import { nextOnetimeOrderStatus, type OnetimeOrderEvent, onetimeOrderStatuses } from './onetime-order.ts';
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

describe('payments', () => {
  const events: PaymentEvent[] = ['challenge', 'resume', 'succeed', 'fail'];
  const allowed: Record<string, string> = {
    'processing challenge': 'requires_action',
    'processing succeed': 'succeeded',
    'processing fail': 'failed',
    'requires_action resume': 'processing',
    'requires_action fail': 'failed',
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
