/**
 * `worker.ts <url> [counted]`: what `bench renewals` starts, and then asks to bill subscriptions or to relay the
 * events of that, again and again. `counted` says how many statements were sent; with `BENCH_STATEMENTS=1` also which, and
 * how often for each renewal.
 */
import { and, eq, gt } from 'drizzle-orm';
import { openDatabase } from '#db/client.ts';
import { payments } from '#db/schema/index.ts';
import { renewSubscriptions } from '#server/billing/subscriptions/charge-renewals.ts';
import { relayEvents } from '#server/events/relay-events.ts';
import { consumers } from '#server/worker/consumers.ts';
import { answerAsked } from '../children.ts';
import { billBare } from './bare.ts';

/** `most` is for the bare way only: the worker bills all that are due. */
export interface ToBill {
  readonly how: 'worker' | 'bare' | 'relay';
  readonly now: string;
  readonly most: number;
}

/** How the billing went. */
export interface Billed {
  readonly renewed: number;
  readonly seconds: number;
  /** Where they are counted; BEGIN and COMMIT are statements, too. */
  readonly statements: number;
  readonly sandboxStatements: number;
}

const [url = '', counted] = process.argv.slice(2);
const counts = new Map<string, number>();
// As the worker's own pool.
const { db } = openDatabase(url, {
  max: 4,
  applicationName: 'counterfoil-bench',
  ...(counted && { onStatement: (text: string) => counts.set(text, (counts.get(text) ?? 0) + 1) }),
});
const countPaid = () => db.$count(payments, and(gt(payments.periodNumber, 1), eq(payments.status, 'succeeded')));

answerAsked(async ({ how, now: at, most }: ToBill): Promise<Billed> => {
  const now = new Date(at);
  const paidBefore = await countPaid();
  counts.clear();
  const startedAt = performance.now();
  if (how === 'bare') await billBare(url, now, most);
  else if (how === 'relay') await relayEvents(db, now, { consumers });
  else await renewSubscriptions(db, now);
  const seconds = (performance.now() - startedAt) / 1000;
  const sent = [...counts];
  const renewed = (await countPaid()) - paidBefore;
  if (counted && process.env.BENCH_STATEMENTS) {
    for (const [text, count] of sent.toSorted(([, a], [, b]) => b - a).slice(0, 20)) {
      console.error(`${(count / renewed).toFixed(3).padStart(8)}  ${text.replaceAll(/\s+/g, ' ').slice(0, 120)}`);
    }
  }
  const sum = (some: readonly (readonly [string, number])[]) => some.reduce((total, [, count]) => total + count, 0);
  const sandboxStatements = sum(sent.filter(([text]) => text.includes('sandbox_')));
  return { renewed, seconds, statements: sum(sent), sandboxStatements };
});
