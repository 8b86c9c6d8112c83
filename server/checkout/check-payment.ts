/** Checks a payment with its provider: when the buyer returns from 3D Secure, while they wait, and on webhooks. */
import type { Database } from '#db/client.ts';
import { endHeldAttempt } from '#server/billing/card-testing/admit.ts';
import { applyChargeOutcome, referenceOf } from '#server/billing/payments/apply-charge-outcome.ts';
import { checkAndClose, isUnknownToProvider } from '#server/billing/payments/ask-provider.ts';
import { findLatestPayment, type Payment } from '#server/billing/payments/payments.ts';
import type { Actor } from '#server/events/rules/event.ts';
import { providerNamed } from '#server/providers/payments/index.ts';
import type { ChargeOutcome, PaymentProvider } from '#server/providers/payments/provider.ts';
import { storeTime } from '#server/stores/rules/test-clock.ts';
import type { Checkout } from './address.ts';
import { actorOf } from './open-checkout.ts';

export interface CheckOptions {
  /** Replaces the payment's own provider. */
  readonly provider?: PaymentProvider;
  readonly actor?: Actor;
  /** The timeout of the provider call. */
  readonly limitMs?: number;
}

/**
 * Checks a payment with its provider, records the outcome and returns the current row. For a checkout, checks its newest
 * payment unless that has failed for good; undefined without one. For a payment, checks any that has not succeeded: a late
 * success pays the order if possible, or is given back. Safe to run concurrently with the pay step and the worker. Throws
 * if the provider times out or is not configured.
 */
export async function checkPayment(
  db: Database,
  target: Checkout | Payment,
  realTime: Date,
  options: CheckOptions = {},
): Promise<Payment | undefined> {
  if (!('session' in target)) return await ask(db, target, options.actor ?? worker, realTime, options);
  const { store, session } = target;
  const now = storeTime(store, session.environment, realTime);
  const payment = await findLatestPayment(db, session);
  const isOver = payment?.status === 'failed' && !payment.unclosedSince;
  if (!payment || isOver) return payment;
  return await ask(db, payment, options.actor ?? actorOf(session), now, options);
}

const worker: Actor = { kind: 'worker', by: 'check-payment' };

async function ask(
  db: Database,
  payment: Payment,
  actor: Actor,
  now: Date,
  { provider = providerNamed(db, payment.provider), limitMs }: CheckOptions,
): Promise<Payment> {
  if (payment.status === 'succeeded') return payment;
  const outcome = await checkAndClose(provider, referenceOf(payment), now, limitMs);
  if (isTooEarly(payment, outcome)) return payment;
  const { payment: saved } = await applyChargeOutcome(db, provider, payment, outcome, actor, now);
  await endHeldAttempt(db, saved);
  return saved;
}

/** Whether another process may still be working on the payment. The worker decides later if none is. */
function isTooEarly({ status, providerPaymentId }: Payment, outcome: ChargeOutcome): boolean {
  if (isUnknownToProvider(outcome)) return true;
  // The buyer's answer may be in flight.
  return outcome.status === 'requires_action' && status === 'processing' && providerPaymentId !== null;
}
