/** What a buyer hears of a payment that they wait for. */
import type { Database } from '#db/client.ts';
import { toShortId } from '#server/domain/ids.ts';
import type { Actor } from '#server/events/rules/event.ts';
import type { Say } from '#server/i18n/say.ts';
import type { ChargeOutcome, PaymentProvider } from '#server/providers/payments/provider.ts';
import { type Admission, endHeldAttempt, keepCountingOnError } from '../card-testing/admit.ts';
import { declined } from '../wording/decline-words.ts';
import { applyChargeOutcome } from './apply-charge-outcome.ts';
import { askOutcome } from './ask-provider.ts';
import { listOrderPayments, type Payment } from './payments.ts';

/** What the page does next: show the receipt, ask the bank, wait. A decline is an error with a sentence for the buyer. */
export interface PayResult {
  readonly state: 'paid' | 'challenge' | 'processing';
}

interface Hearing {
  readonly say: Say;
  readonly actor: Actor;
  readonly limitMs: number | undefined;
  /** Of a first attempt; the answer to a bank's question belongs to an attempt that was held. */
  readonly admission?: Admission | undefined;
}

const states = { succeeded: 'paid', requires_action: 'challenge', processing: 'processing' } as const;

/** Asks the provider and records what it says; `processing` where it does not answer. */
export async function answerBuyer(
  db: Database,
  provider: PaymentProvider,
  payment: Payment,
  ask: () => Promise<ChargeOutcome>,
  { say, actor, limitMs, admission }: Hearing,
  now: Date,
): Promise<PayResult> {
  const about = { paymentId: toShortId('PAY', payment.id) };
  const outcome = await askOutcome(ask, limitMs, about, 'charge outcome unknown');
  if (!outcome) {
    await admission?.end(db, payment, () => readAgain(db, payment));
    return { state: 'processing' };
  }
  const hear = () => applyChargeOutcome(db, provider, payment, outcome, actor, now);
  const { payment: saved } = await keepCountingOnError(admission, hear);
  await (admission ? admission.end(db, saved, () => readAgain(db, saved)) : endHeldAttempt(db, saved));
  if (saved.status === 'failed') throw declined(saved.failureCode, say);
  return { state: states[saved.status] };
}

async function readAgain(db: Database, payment: Payment): Promise<Payment> {
  const attempts = await listOrderPayments(db, { id: payment.orderId, storeId: payment.storeId });
  return attempts.find(({ id }) => id === payment.id) ?? payment;
}
