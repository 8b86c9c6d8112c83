/** The answer to a buyer who waits for a payment. */
import type { Database } from '#db/client.ts';
import { toShortId } from '#server/domain/ids.ts';
import type { Actor } from '#server/events/rules/event.ts';
import type { Say } from '#server/i18n/say.ts';
import type { ChargeOutcome, PaymentProvider } from '#server/providers/payments/provider.ts';
import { type Admission, endHeldAttempt, keepCountingOnError } from '../card-testing/admit.ts';
import { declined } from '../wording/decline-words.ts';
import { applyChargeOutcome } from './apply-charge-outcome.ts';
import { askOutcome } from './ask-provider.ts';
import { listOrderPayments, type Payment, type PaymentWithOrder } from './payments.ts';

/** The next step of the page: show the receipt, open the challenge, or wait. A decline is an error for the buyer. */
export interface PayResult extends Partial<PaymentWithOrder> {
  /** `scheduled`: a plan change that happens at the period's end, and costs nothing today. */
  readonly state: 'paid' | 'challenge' | 'processing' | 'scheduled';
}

interface AnswerOptions {
  readonly say: Say;
  readonly actor: Actor;
  readonly limitMs: number | undefined;
  /** For a first attempt. The answer to a challenge belongs to a held attempt instead. */
  readonly admission?: Admission | undefined;
}

const states = { succeeded: 'paid', requires_action: 'challenge', processing: 'processing' } as const;

/**
 * Asks the provider and records the outcome; returns it with the recorded rows, or `processing` alone if the provider does
 * not answer.
 */
export async function answerBuyer(
  db: Database,
  provider: PaymentProvider,
  payment: Payment,
  ask: () => Promise<ChargeOutcome>,
  { say, actor, limitMs, admission }: AnswerOptions,
  now: Date,
): Promise<PayResult> {
  const logFields = { paymentId: toShortId('PAY', payment.id) };
  const outcome = await askOutcome(ask, limitMs, logFields, 'charge outcome unknown');
  if (!outcome) {
    await admission?.end(db, payment, () => reload(db, payment));
    return { state: 'processing' };
  }
  const applyOutcome = () => applyChargeOutcome(db, provider, payment, outcome, actor, now);
  const { order, payment: saved } = await keepCountingOnError(admission, applyOutcome);
  await (admission ? admission.end(db, saved, () => reload(db, saved)) : endHeldAttempt(db, saved));
  if (saved.status === 'failed') throw declined(saved.failureCode, say);
  return { state: states[saved.status], order, payment: saved };
}

async function reload(db: Database, payment: Payment): Promise<Payment> {
  const attempts = await listOrderPayments(db, { ...payment, id: payment.orderId });
  return attempts.find(({ id }) => id === payment.id) ?? payment;
}
