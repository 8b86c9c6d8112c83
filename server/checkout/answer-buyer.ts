/** What a buyer hears of a payment that they wait for. */
import type { Database } from '../../db/client.ts';
import { toldCode } from '../domain/declines.ts';
import type { Actor } from '../domain/event.ts';
import { toShortId } from '../domain/ids.ts';
import { ApiError } from '../errors.ts';
import type { Say } from '../i18n/say.ts';
import { describeFailure, log } from '../log.ts';
import type { ChargeOutcome, PaymentProvider } from '../providers/payments/provider.ts';
import type { Payment } from '../queries/payments.ts';
import { withinTime } from './ask-provider.ts';
import { describeDecline } from './decline-words.ts';
import { hearOutcome } from './hear-outcome.ts';

/** What the page does next: show the receipt, ask the bank, wait. A decline is an error with a sentence for the buyer. */
export interface PayResult {
  readonly state: 'paid' | 'challenge' | 'processing';
}

const states = { succeeded: 'paid', requires_action: 'challenge', processing: 'processing' } as const;

/** Asks the provider and records what it says. No answer is not a failure: the worker will find out. */
export async function answerBuyer(
  db: Database,
  provider: PaymentProvider,
  payment: Payment,
  ask: () => Promise<ChargeOutcome>,
  { say, actor, limitMs }: { readonly say: Say; readonly actor: Actor; readonly limitMs: number | undefined },
  now: Date,
): Promise<PayResult> {
  let outcome: ChargeOutcome;
  try {
    outcome = await withinTime(ask(), limitMs);
  } catch (error) {
    log().error({ paymentId: toShortId('PAY', payment.id), ...describeFailure(error) }, 'charge outcome unknown');
    return { state: 'processing' };
  }
  const { payment: saved } = await hearOutcome(db, provider, payment, outcome, actor, now);
  if (saved.status !== 'failed') return { state: states[saved.status] };
  const { failureCode: code } = saved;
  throw new ApiError(400, describeDecline(code, say), 'payment', { details: { reason: toldCode(code) } });
}
