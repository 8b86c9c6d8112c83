/** What the worker does for a store at one moment of its test clock: the same jobs as everywhere, for that store alone. */
import type { Database, Tx } from '#db/client.ts';
import { endSubscriptions } from '#server/billing/jobs/end-subscriptions.ts';
import { executeRefunds } from '#server/billing/jobs/execute-refunds.ts';
import { expireOrders } from '#server/billing/jobs/expire-orders.ts';
import { settlementDelays, settlePayments } from '#server/billing/jobs/settle-payments.ts';
import { renewSubscriptions } from '#server/billing/subscriptions/charge-renewals.ts';
import { remindBuyers } from '#server/billing/subscriptions/reminders.ts';
import { log } from '#server/platform/log.ts';
import { providerNamed } from '#server/providers/payments/index.ts';
import type { PaymentProvider } from '#server/providers/payments/provider.ts';
import { sandboxProvider } from '#server/providers/payments/sandbox.ts';
import { type KindOfWork, kindsOfWork, readDueWork } from './data/due-work.ts';

/** What one thing leads to at the same moment, and that again, ends; should it not, the clock goes on all the same. */
const maxRounds = 25;

/** How many subscriptions are charged at the same time: a test is to leave connections to everybody else. */
const lanes = 2;

interface Workplace {
  readonly db: Database;
  readonly storeId: string;
  /** Asked in each transaction that takes work. */
  readonly mayTake: (tx: Tx) => Promise<boolean>;
  /** Whether no more is to be taken. Absent: never. */
  readonly isOver?: () => boolean;
  /** Told before each piece of work. */
  readonly stillAtIt?: (() => Promise<void>) | undefined;
}

interface Worked {
  /** How much was done. */
  readonly done: number;
  /** The next moment at which something is due. */
  readonly nextAt: Date | null;
  /** False: it was over before all was done. */
  readonly isComplete: boolean;
}

/**
 * Does what is due in the store at that moment, and what follows from it at the same moment, in the order of
 * {@link kindsOfWork}. Safe to repeat.
 */
export async function doDueWork({ db, storeId, mayTake, isOver, stillAtIt }: Workplace, at: Date): Promise<Worked> {
  const scope = { storeId, mayTake };
  const providerOf = simulated(db);
  const work: Readonly<Record<KindOfWork, () => Promise<number>>> = {
    payments: () => settlePayments(db, at, { scope, providerOf }),
    refunds: () => executeRefunds(db, at, { scope, providerOf }),
    expiries: () => expireOrders(db, at, scope),
    ends: () => endSubscriptions(db, at, scope),
    reminders: () => remindBuyers(db, at, scope),
    renewals: () => renewSubscriptions(db, at, { scope, providerOf, concurrency: lanes }),
  };
  let total = 0;
  for (let round = 0; ; round += 1) {
    const { due, nextAt } = await readDueWork(db, storeId, at, settlementDelays);
    if (round === maxRounds) log().error({ storeId, at, due: [...due] }, 'test clock goes on with work left');
    if (due.size === 0 || round === maxRounds) return { done: total, nextAt, isComplete: true };
    let done = 0;
    for (const kind of kindsOfWork) {
      if (!due.has(kind)) continue;
      await stillAtIt?.();
      done += await work[kind]();
    }
    total += done;
    if (isOver?.()) return { done: total, nextAt, isComplete: false };
    // What cannot be done at this moment is tried again at the next ones.
    if (done === 0) return { done: total, nextAt, isComplete: true };
  }
}

/** The sandbox without its waits: time is what the clock says, and a lost answer is lost at once. */
function simulated(db: Database): (name: string) => PaymentProvider {
  const lost = () => Promise.reject(new Error('the answer was lost'));
  const sandbox = sandboxProvider(db, { wait: async () => {}, silence: lost });
  return (name) => (name === sandbox.name ? sandbox : providerNamed(db, name));
}

/** When the next thing is due in the store after that moment; null: nothing is. */
export const readNextDue = async (tx: Tx, storeId: string, at: Date): Promise<Date | null> =>
  (await readDueWork(tx, storeId, at, settlementDelays)).nextAt;
