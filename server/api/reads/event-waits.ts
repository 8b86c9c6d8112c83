/**
 * Calls that wait for the next event of a feed. They hold no database connection: one query for all waiting calls of this
 * process, four times a second, asks for the ends of their feeds.
 */
import type { Database } from '#db/client.ts';
import { errors } from '#server/domain/errors.ts';
import { isDraining } from '#server/platform/draining.ts';
import { type FeedScope, readLastSequences } from '#server/webhooks/feed/data/event-feed.ts';

const pollMs = 250;
const maxWaits = 1000;
const maxWaitsPerKey = 8;

interface Wait {
  readonly keyId: string;
  readonly scope: FeedScope;
  readonly after: number;
  readonly until: number;
  readonly end: () => void;
}

/** On globalThis: the production server and Next's bundle are two copies of this module in one process. */
const shared = globalThis as typeof globalThis & { counterfoilEventWaits?: Set<Wait> };
shared.counterfoilEventWaits ??= new Set();
const waits = shared.counterfoilEventWaits;

/**
 * Waits until the feed has an event after `after`, the time is over, the process stops or the database fails. Throws 429
 * if a key or the process has too many waiting calls.
 */
export async function waitForEvent(
  db: Database,
  { keyId, scope, after, seconds }: Pick<Wait, 'keyId' | 'scope' | 'after'> & { readonly seconds: number },
): Promise<void> {
  const ofKey = [...waits].filter((wait) => wait.keyId === keyId).length;
  if (waits.size >= maxWaits || ofKey >= maxWaitsPerKey) throw errors.rateLimited(seconds);
  await new Promise<void>((end) => {
    waits.add({ keyId, scope, after, until: performance.now() + seconds * 1000, end });
    if (waits.size === 1) setTimeout(() => void poll(db), pollMs);
  });
}

/** Ends the waits that are over, and repeats while others remain. */
async function poll(db: Database): Promise<void> {
  const waiting = [...waits];
  const last = await readLastSequences(
    db,
    waiting.map(({ scope }) => scope),
  ).catch(() => undefined);
  const isOver = ({ after, until }: Wait, index: number) =>
    last === undefined || isDraining() || (last[index] ?? 0) > after || performance.now() >= until;
  for (const wait of waiting.filter(isOver)) {
    waits.delete(wait);
    wait.end();
  }
  if (waits.size > 0) setTimeout(() => void poll(db), pollMs);
}
