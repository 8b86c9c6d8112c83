/** What has become of a payment: asked when the buyer comes back from their bank, while they wait, and by a provider's word. */
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
  /** Asked instead of the one that took the payment. */
  readonly provider?: PaymentProvider;
  readonly actor?: Actor;
  /** How long the provider is waited for. */
  readonly limitMs?: number;
}

/**
 * Asks the provider, records what it says, and gives the payment as it stands then. Of a checkout, the newest payment is
 * asked about, unless it is over; undefined where there is none. Of a payment, whatever we think of it: a success that
 * we had given up on pays the order if it still can, else it is given back. May run beside the pay step, the worker and
 * itself. Throws where the provider does not answer in time or is not set up.
 */
export async function checkPayment(
  db: Database,
  at: Checkout | Payment,
  realTime: Date,
  options: CheckOptions = {},
): Promise<Payment | undefined> {
  if (!('session' in at)) return await ask(db, at, options.actor ?? worker, realTime, options);
  const { store, session } = at;
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

/** What may be overtaken at any moment by somebody who is at it: the worker decides later whether nobody is. */
function isTooEarly({ status, providerPaymentId }: Payment, outcome: ChargeOutcome): boolean {
  if (isUnknownToProvider(outcome)) return true;
  // The buyer's answer may be on its way there, too.
  return outcome.status === 'requires_action' && status === 'processing' && providerPaymentId !== null;
}
