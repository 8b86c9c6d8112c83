/** `worker.ts <url>`: bills renewals as the worker does, or as the ceiling does, or relays the events, on request. */
import { openDatabase } from '#db/client.ts';
import { renewSubscriptions } from '#server/billing/subscriptions/charge-renewals.ts';
import { relayEvents } from '#server/events/relay-events.ts';
import { consumers } from '#server/worker/consumers.ts';
import { answerRequests } from '../children.ts';
import { billBare } from './bare.ts';

/** `max` is for `bare`; the worker bills all that are due. */
export type Task = Readonly<{ kind: 'bare' | 'worker' | 'relay'; now: string; max: number }>;

const [url = ''] = process.argv.slice(2);
// The size of the worker's pool.
const { db } = openDatabase(url, { max: 4, applicationName: 'counterfoil-bench' });

answerRequests(async ({ kind, now: at, max }: Task) => {
  const now = new Date(at);
  const startedAt = performance.now();
  if (kind === 'bare') await billBare(url, now, max);
  else if (kind === 'relay') await relayEvents(db, now, { consumers });
  else await renewSubscriptions(db, now);
  return { seconds: (performance.now() - startedAt) / 1000 };
});
