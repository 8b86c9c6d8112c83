/** What a buyer hears of a payment that they wait for. */
import type { Database } from '../../db/client.ts';
import type { Actor } from '../domain/event.ts';
import { toShortId } from '../domain/ids.ts';
import type { Say } from '../i18n/say.ts';
import type { ChargeOutcome, PaymentProvider } from '../providers/payments/provider.ts';
import type { Payment } from '../queries/payments.ts';
import { askOutcome } from './ask-provider.ts';
import { declined } from './decline-words.ts';
import { hearOutcome } from './hear-outcome.ts';

/** What the page does next: show the receipt, ask the bank, wait. A decline is an error with a sentence for the buyer. */
export interface PayResult {
  readonly state: 'paid' | 'challenge' | 'processing';
}

const states = { succeeded: 'paid', requires_action: 'challenge', processing: 'processing' } as const;

/** Asks the provider and records what it says; `processing` where it does not answer. */
export async function answerBuyer(
  db: Database,
  provider: PaymentProvider,
  payment: Payment,
  ask: () => Promise<ChargeOutcome>,
  { say, actor, limitMs }: { readonly say: Say; readonly actor: Actor; readonly limitMs: number | undefined },
  now: Date,
): Promise<PayResult> {
  const about = { paymentId: toShortId('PAY', payment.id) };
  const outcome = await askOutcome(ask, limitMs, about, 'charge outcome unknown');
  if (!outcome) return { state: 'processing' };
  const { payment: saved } = await hearOutcome(db, provider, payment, outcome, actor, now);
  if (saved.status === 'failed') throw declined(saved.failureCode, say);
  return { state: states[saved.status] };
}
