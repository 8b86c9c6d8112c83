/**
 * Payments, and changes of payment methods, that nobody is at any more. The process died or the provider did not answer
 * between the charge and its record; the provider itself did not know the outcome yet; the buyer never came back from
 * their bank; or we gave up on a charge that the provider has still to close. The provider is asked; what it knows is
 * recorded, and a charge that never reached it is closed there.
 */
import type { Database } from '#db/client.ts';
import { type JobScope, mayTake } from '#server/platform/data/job-scope.ts';
import type { ChargeOutcome, ChargeReference, PaymentProvider } from '#server/providers/payments/provider.ts';
import { endHeldAttempt } from '../card-testing/admit.ts';
import { endHeldChange } from '../payment-methods/change-method.ts';
import { listStaleChanges, type MethodChange } from '../payment-methods/payment-methods.ts';
import { recordMethodOutcome } from '../payment-methods/record-method-outcome.ts';
import { changeReference } from '../payment-methods/start-method-change.ts';
import { applyChargeOutcome, referenceOf } from '../payments/apply-charge-outcome.ts';
import { checkAndClose, isUnheardOf, withinTime } from '../payments/ask-provider.ts';
import {
  listAbandonedPayments,
  listUnclosedPayments,
  listUndecidedPayments,
  type RoundPlace,
  touchPayment,
} from '../payments/data/payment-rounds.ts';
import type { Payment } from '../payments/payments.ts';
import { inLanes } from './concurrency.ts';
import { beginRound, type Round, type RoundOptions } from './provider-round.ts';

/** Longer than the pay step waits for a provider, so that a charge still in flight is left alone. */
const untouchedMs = 30_000;
/** How long a buyer has to answer their bank, at most; less where their checkout ends before. */
const maxChallengeMs = 3_600_000;
/** When a payment is due to be settled, for those who want to know the moment. */
export const settlementPatience = { untouchedMs, maxChallengeMs } as const;
const batch = 100;
/** How many are asked about at the same time. */
const lanes = 4;
const actor = { kind: 'worker', by: 'settle-payments' } as const;

/** Settles what is due at `now`, every payment at most once; says how many were decided. */
export async function settlePayments(
  db: Database,
  now: Date,
  { scope = 'everywhere', ...options }: RoundOptions & { readonly scope?: JobScope } = {},
): Promise<number> {
  const asking = beginRound(db, options);
  const round: Round = {
    ...asking,
    ask: async (row, question) => (await mayTake(db, scope)) && (await asking.ask(row, question)),
  };
  const untouchedSince = new Date(now.getTime() - untouchedMs);
  const startedBefore = new Date(now.getTime() - maxChallengeMs);
  const touchedAt = ({ updatedAt: at, id }: { updatedAt: Date; id: string }) => ({ at, id });
  const settle = (provider: PaymentProvider, payment: Payment) => settlePayment(db, provider, payment, now);
  const close = async (provider: PaymentProvider, payment: Payment) =>
    await hear(db, provider, payment, await withinTime(provider.settle(referenceOf(payment), now)), now);
  const change = (provider: PaymentProvider, row: MethodChange) => settleChange(db, provider, row, now);
  return (
    (await inBatches(
      round,
      (place) => listUndecidedPayments(db, scope, untouchedMs, now, batch, place),
      touchedAt,
      settle,
    )) +
    (await inBatches(
      round,
      (place) => listAbandonedPayments(db, scope, startedBefore, now, batch, place),
      touchedAt,
      close,
    )) +
    (await inBatches(
      round,
      (place) => listUnclosedPayments(db, scope, now, batch, place),
      ({ unclosedSince, id }) => ({ at: unclosedSince ?? now, id }),
      close,
    )) +
    (await inBatches(
      round,
      (place) => listStaleChanges(db, scope, { untouchedSince, startedBefore }, batch, place),
      touchedAt,
      change,
    ))
  );
}

/** Goes through a list once, from wherever the last batch ended: what stays undecided does not bar the rest. */
async function inBatches<Row extends { id: string; provider: string }>(
  round: Round,
  list: (place: RoundPlace | undefined) => Promise<Row[]>,
  placeOf: (row: Row) => RoundPlace,
  settle: (provider: PaymentProvider, row: Row) => Promise<boolean>,
): Promise<number> {
  let decided = 0;
  let place: RoundPlace | undefined;
  for (;;) {
    const rows = await list(place);
    const queue = [...rows];
    const work = async () => {
      for (let row = queue.shift(); row; row = queue.shift()) {
        const given = row;
        if (await round.ask(given, (provider) => settle(provider, given))) decided += 1;
      }
    };
    await inLanes(Array.from({ length: lanes }, () => work));
    const last = rows.at(-1);
    if (!last || rows.length < batch) return decided;
    place = placeOf(last);
  }
}

async function settlePayment(db: Database, provider: PaymentProvider, payment: Payment, now: Date): Promise<boolean> {
  return await hear(db, provider, payment, await findOutcome(provider, referenceOf(payment), now), now);
}

async function hear(
  db: Database,
  provider: PaymentProvider,
  payment: Payment,
  outcome: ChargeOutcome,
  now: Date,
): Promise<boolean> {
  const { payment: saved } = await applyChargeOutcome(db, provider, payment, outcome, actor, now);
  await endHeldAttempt(db, saved);
  // A debit that takes days, money that cannot be given back: asked again later and later.
  const isWaiting = saved.status === 'processing' || saved.unclosedSince !== null;
  if (isWaiting) await touchPayment(db, saved, now);
  return saved.status !== payment.status || (payment.unclosedSince !== null && saved.unclosedSince === null);
}

/**
 * A charge that the provider has not heard of by now is closed there, so that it cannot arrive later. So is one that may
 * have waited for the buyer for too long, in their bank's app say; what the bank has accepted, that leaves alone.
 */
async function findOutcome(provider: PaymentProvider, charge: ChargeReference, now: Date): Promise<ChargeOutcome> {
  const isOld = now.getTime() - charge.startedAt.getTime() >= maxChallengeMs;
  if (isOld) return await withinTime(provider.settle(charge, now));
  const outcome = await checkAndClose(provider, charge, now);
  return isUnheardOf(outcome) ? await withinTime(provider.settle(charge, now)) : outcome;
}

async function settleChange(
  db: Database,
  provider: PaymentProvider,
  change: MethodChange,
  now: Date,
): Promise<boolean> {
  const outcome = await findOutcome(provider, await changeReference(db, change), now);
  const saved = await recordMethodOutcome(db, change, outcome, actor, now);
  await endHeldChange(db, saved);
  return saved.status !== change.status;
}
