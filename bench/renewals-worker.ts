/**
 * `renewals-worker.ts <url> worker|counted|bare|relay <now> <how many>`: what `bench renewals` starts; bills subscriptions, or
 * relays the events of that, and prints how it went as JSON. With `BENCH_STATEMENTS=1` it also says which statements were sent how often for each renewal.
 */
import { and, eq, gt } from 'drizzle-orm';
import { openDatabase } from '../db/client.ts';
import { payments } from '../db/schema/index.ts';
import { consumers } from '../server/outbox/consumers.ts';
import { relayEvents } from '../server/outbox/relay-events.ts';
import { renewSubscriptions } from '../server/subscriptions/charge-renewals.ts';
import { billBare } from './renewals-bare.ts';

/** How the billing went. */
export interface Billed {
  readonly renewed: number;
  readonly seconds: number;
  /** Of this process, on all its threads. */
  readonly cpuSeconds: number;
  /** Where they are counted; BEGIN and COMMIT are statements, too. */
  readonly statements: number;
  readonly sandboxStatements: number;
  /** Before the first, with all that is loaded; and at its most. */
  readonly loadedBytes: number;
  readonly peakBytes: number;
}

const [url = '', how, at = '', most] = process.argv.slice(2);
const now = new Date(at);
const counts = new Map<string, number>();
// As the worker's own pool.
const { db, close } = openDatabase(url, {
  max: 4,
  applicationName: 'counterfoil-bench',
  ...(how === 'counted' && { onStatement: (text: string) => counts.set(text, (counts.get(text) ?? 0) + 1) }),
});
const countPaid = () => db.$count(payments, and(gt(payments.periodNumber, 1), eq(payments.status, 'succeeded')));

const paidBefore = await countPaid();
const loadedBytes = process.memoryUsage.rss();
counts.clear();
const startedAt = performance.now();
const cpuBefore = process.cpuUsage();
if (how === 'bare') await billBare(url, now, Number(most));
else if (how === 'relay') await relayEvents(db, now, { consumers });
else await renewSubscriptions(db, now);
const seconds = (performance.now() - startedAt) / 1000;
const { user, system } = process.cpuUsage(cpuBefore);
const sent = [...counts];
const renewed = (await countPaid()) - paidBefore;
await close();

const sum = (some: readonly (readonly [string, number])[]) => some.reduce((total, [, count]) => total + count, 0);
const billed: Billed = {
  renewed,
  seconds,
  cpuSeconds: (user + system) / 1e6,
  statements: sum(sent),
  sandboxStatements: sum(sent.filter(([text]) => text.includes('sandbox_'))),
  loadedBytes,
  // In kilobytes, whatever the system.
  peakBytes: process.resourceUsage().maxRSS * 1024,
};
if (how === 'counted' && process.env.BENCH_STATEMENTS) {
  for (const [text, count] of sent.toSorted(([, a], [, b]) => b - a).slice(0, 20)) {
    console.error(`${(count / renewed).toFixed(3).padStart(8)}  ${text.replaceAll(/\s+/g, ' ').slice(0, 120)}`);
  }
}
process.stdout.write(JSON.stringify(billed));
