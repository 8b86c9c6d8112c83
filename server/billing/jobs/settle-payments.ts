/**
 * Decides payments and payment method changes that were left open: a process died or a provider timed out between the
 * charge and its record, the provider did not know the outcome, the buyer did not return from 3D Secure, or an abandoned
 * charge has still to be closed. The job records what the provider knows, and closes charges that never reached it.
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
import { checkAndClose, isUnknownToProvider, withProviderTimeout } from '../payments/ask-provider.ts';
import {
  listAbandonedPayments,
  listUnclosedPayments,
  listUndecidedPayments,
  type RoundPosition,
  touchPayment,
} from '../payments/data/payment-rounds.ts';
import type { Payment } from '../payments/payments.ts';
import { runConcurrently } from './concurrency.ts';
import { type Round, type RoundOptions, startRound } from './provider-round.ts';

/** Longer than the pay step's provider timeout, so that charges in flight are left alone. */
const minUntouchedMs = 30_000;
/** The longest time for a 3D Secure challenge; a checkout that ends sooner shortens it. */
const maxChallengeMs = 3_600_000;
/** The delays before a payment is settled, for callers that schedule the next run. */
export const settlementDelays = { untouchedMs: minUntouchedMs, maxChallengeMs } as const;
const batch = 100;
/** Concurrent provider calls. */
const concurrency = 4;
const actor = { kind: 'worker', by: 'settle-payments' } as const;

/** Settles everything that is due at `now`, each payment at most once. Returns how many were decided. */
export async function settlePayments(
  db: Database,
  now: Date,
  { scope = 'everywhere', ...options }: RoundOptions & { readonly scope?: JobScope } = {},
): Promise<number> {
  const providerRound = startRound(db, options);
  const round: Round = {
    ...providerRound,
    ask: async (row, question) => (await mayTake(db, scope)) && (await providerRound.ask(row, question)),
  };
  const untouchedSince = new Date(now.getTime() - minUntouchedMs);
  const startedBefore = new Date(now.getTime() - maxChallengeMs);
  const updatePosition = ({ updatedAt: at, id }: { updatedAt: Date; id: string }) => ({ at, id });
  const settle = (provider: PaymentProvider, payment: Payment) => settlePayment(db, provider, payment, now);
  const close = async (provider: PaymentProvider, payment: Payment) =>
    await applyOutcome(
      db,
      provider,
      payment,
      await withProviderTimeout(provider.settle(referenceOf(payment), now)),
      now,
    );
  const change = (provider: PaymentProvider, row: MethodChange) => settleChange(db, provider, row, now);
  return (
    (await inBatches(
      round,
      (after) => listUndecidedPayments(db, scope, minUntouchedMs, now, batch, after),
      updatePosition,
      settle,
    )) +
    (await inBatches(
      round,
      (after) => listAbandonedPayments(db, scope, startedBefore, now, batch, after),
      updatePosition,
      close,
    )) +
    (await inBatches(
      round,
      (after) => listUnclosedPayments(db, scope, now, batch, after),
      ({ unclosedSince, id }) => ({ at: unclosedSince ?? now, id }),
      close,
    )) +
    (await inBatches(
      round,
      (after) => listStaleChanges(db, scope, { untouchedSince, startedBefore }, batch, after),
      updatePosition,
      change,
    ))
  );
}

/** Reads a list once, batch by batch behind the last row: undecided rows do not block the rest. */
async function inBatches<Row extends { id: string; provider: string }>(
  round: Round,
  list: (after: RoundPosition | undefined) => Promise<Row[]>,
  positionOf: (row: Row) => RoundPosition,
  settle: (provider: PaymentProvider, row: Row) => Promise<boolean>,
): Promise<number> {
  let decided = 0;
  let after: RoundPosition | undefined;
  for (;;) {
    const rows = await list(after);
    const queue = [...rows];
    const work = async () => {
      for (let row = queue.shift(); row; row = queue.shift()) {
        const current = row;
        if (await round.ask(current, (provider) => settle(provider, current))) decided += 1;
      }
    };
    await runConcurrently(Array.from({ length: concurrency }, () => work));
    const last = rows.at(-1);
    if (!last || rows.length < batch) return decided;
    after = positionOf(last);
  }
}

async function settlePayment(db: Database, provider: PaymentProvider, payment: Payment, now: Date): Promise<boolean> {
  return await applyOutcome(db, provider, payment, await findOutcome(provider, referenceOf(payment), now), now);
}

async function applyOutcome(
  db: Database,
  provider: PaymentProvider,
  payment: Payment,
  outcome: ChargeOutcome,
  now: Date,
): Promise<boolean> {
  const { payment: saved } = await applyChargeOutcome(db, provider, payment, outcome, actor, now);
  await endHeldAttempt(db, saved);
  // Debits that take days and rejected give-backs are checked with growing delays.
  const isWaiting = saved.status === 'processing' || saved.unclosedSince !== null;
  if (isWaiting) await touchPayment(db, saved, now);
  return saved.status !== payment.status || (payment.unclosedSince !== null && saved.unclosedSince === null);
}

/**
 * Asks for an outcome. Closes a charge that the provider does not know, so that it cannot arrive later, and one that has
 * waited too long for the buyer. Closing has no effect on a charge that the bank has accepted.
 */
async function findOutcome(provider: PaymentProvider, charge: ChargeReference, now: Date): Promise<ChargeOutcome> {
  const isOld = now.getTime() - charge.startedAt.getTime() >= maxChallengeMs;
  if (isOld) return await withProviderTimeout(provider.settle(charge, now));
  const outcome = await checkAndClose(provider, charge, now);
  return isUnknownToProvider(outcome) ? await withProviderTimeout(provider.settle(charge, now)) : outcome;
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
