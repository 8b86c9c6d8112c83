/** Runs the worker's jobs for one store at one moment of its test clock. */
import type { Database, Tx } from '#db/client.ts';
import { endSubscriptions } from '#server/billing/jobs/end-subscriptions.ts';
import { executeRefunds } from '#server/billing/jobs/execute-refunds.ts';
import { expireOrders } from '#server/billing/jobs/expire-orders.ts';
import { resumeSubscriptions } from '#server/billing/jobs/resume-subscriptions.ts';
import { settlementDelays, settlePayments } from '#server/billing/jobs/settle-payments.ts';
import { applyScheduledChanges } from '#server/billing/plan-changes/apply-scheduled-changes.ts';
import { renewSubscriptions } from '#server/billing/subscriptions/charge-renewals.ts';
import { remindBuyers } from '#server/billing/subscriptions/reminders.ts';
import type { StoreScope } from '#server/platform/data/merchant-scope.ts';
import { log } from '#server/platform/log.ts';
import { providerNamed } from '#server/providers/payments/index.ts';
import type { PaymentProvider } from '#server/providers/payments/provider.ts';
import { sandboxProvider } from '#server/providers/payments/sandbox.ts';
import { type KindOfWork, kindsOfWork, readDueWork } from './data/due-work.ts';

/** The limit of rounds at one moment, in case work keeps causing further work. */
const maxRounds = 25;

/** Concurrent charges; low, to leave connections to others. */
const concurrency = 2;

interface WorkOptions {
  readonly db: Database;
  readonly merchantId: string;
  readonly storeId: string;
  /** Checked in each transaction that claims work. */
  readonly mayTake: (tx: Tx) => Promise<boolean>;
  /** Whether to stop. Never, by default. */
  readonly isOver?: () => boolean;
  /** Called before each piece of work. */
  readonly onProgress?: (() => Promise<void>) | undefined;
}

interface WorkResult {
  /** The amount of work done. */
  readonly done: number;
  /** The next time with due work. */
  readonly nextAt: Date | null;
  /** False if it stopped before all work was done. */
  readonly isComplete: boolean;
}

/**
 * Does the due work of a store at a moment, and the work that follows from it at the same moment, in the order of
 * {@link kindsOfWork}. Idempotent.
 */
export async function doDueWork(
  { db, merchantId, storeId, mayTake, isOver, onProgress }: WorkOptions,
  at: Date,
): Promise<WorkResult> {
  const scope = { merchantId, storeId, mayTake };
  const providerOf = simulated(db);
  const work: Readonly<Record<KindOfWork, () => Promise<number>>> = {
    payments: () => settlePayments(db, at, { scope, providerOf }),
    refunds: () => executeRefunds(db, at, { scope, providerOf }),
    expiries: () => expireOrders(db, at, scope),
    resumptions: () => resumeSubscriptions(db, at, scope),
    ends: () => endSubscriptions(db, at, scope),
    reminders: () => remindBuyers(db, at, scope),
    changes: () => applyScheduledChanges(db, at, { scope, providerOf }),
    renewals: () => renewSubscriptions(db, at, { scope, providerOf, concurrency: concurrency }),
  };
  let total = 0;
  for (let round = 0; ; round += 1) {
    const { due, nextAt } = await readDueWork(db, { merchantId, storeId }, at, settlementDelays);
    if (round === maxRounds) log().error({ storeId, at, due: [...due] }, 'test clock advanced with unfinished jobs');
    if (due.size === 0 || round === maxRounds) return { done: total, nextAt, isComplete: true };
    let done = 0;
    for (const kind of kindsOfWork) {
      if (!due.has(kind)) continue;
      await onProgress?.();
      done += await work[kind]();
    }
    total += done;
    if (isOver?.()) return { done: total, nextAt, isComplete: false };
    // Work that fails at this moment is retried at the next ones.
    if (done === 0) return { done: total, nextAt, isComplete: true };
  }
}

/** The sandbox without delays: the clock decides the time, and a lost answer fails immediately. */
function simulated(db: Database): (name: string) => PaymentProvider {
  const lost = () => Promise.reject(new Error('the answer was lost'));
  const sandbox = sandboxProvider(db, { wait: async () => {}, silence: lost });
  return (name) => (name === sandbox.name ? sandbox : providerNamed(db, name));
}

/** The next time with due work in the store after a time, or null. */
export const readNextDue = async (tx: Tx, store: StoreScope, at: Date): Promise<Date | null> =>
  (await readDueWork(tx, store, at, settlementDelays)).nextAt;
