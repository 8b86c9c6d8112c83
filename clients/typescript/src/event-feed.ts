/** Reads a store's events in order, without a webhook. */
import type { Connection } from './connection.ts';
import { FeedError } from './errors.ts';
import type { WebhookEvent } from './generated/webhook-events.ts';
import type { CallOptions } from './send.ts';

/** Where a consumer has arrived. Store it together with what the event caused. */
export interface FeedPosition {
  readonly sequence: number;
  readonly digest: string;
}

export interface FeedEntry extends FeedPosition {
  readonly event: WebhookEvent;
  /** Unix time in milliseconds. */
  readonly publishedAt: number;
}

export interface FollowOptions extends CallOptions {
  /** `STO_xxx`. */
  readonly storeId: string;
  /** The last processed entry; without one, all events from the first on. */
  readonly after?: FeedPosition | undefined;
  /** Ends after the events that exist now. By default the loop waits for new ones until `signal` ends it. */
  readonly isWaiting?: boolean | undefined;
}

export interface FeedClient {
  /**
   * The events of a store after a position, in order, in the environment of the key. Verifies that each continues the one
   * before. Throws FeedError if an event is missing or altered, and otherwise like an action.
   *
   *     for await (const { event, sequence, digest } of client.followEvents({ storeId, after })) …
   */
  followEvents(options: FollowOptions): AsyncGenerator<FeedEntry, void>;
}

/** An event as the server sends it. */
interface SentEvent extends FeedPosition {
  readonly previousDigest: string;
  readonly body: string;
  readonly publishedAt: string;
}

const start: FeedPosition = { sequence: 0, digest: '0'.repeat(64) };
const waitSeconds = 25;
/** A waiting call is answered later than others. */
const waitingTimeoutMs = 60_000;

export async function* followEvents(
  { read }: Connection,
  { storeId, after = start, isWaiting = true, ...call }: FollowOptions,
): AsyncGenerator<FeedEntry, void> {
  let last = after;
  for (;;) {
    const query = new URLSearchParams({ storeId, after: String(last.sequence) });
    if (isWaiting) query.set('wait', String(waitSeconds));
    const timeoutMs = call.timeoutMs ?? (isWaiting ? waitingTimeoutMs : undefined);
    const { events } = (await read(`/v1/events?${query}`, { ...call, timeoutMs })) as { events: readonly SentEvent[] };
    for (const sent of events) {
      await requireNext(last, sent);
      last = { sequence: sent.sequence, digest: sent.digest };
      yield { ...last, event: JSON.parse(sent.body) as WebhookEvent, publishedAt: Date.parse(sent.publishedAt) };
    }
    if (events.length === 0 && !isWaiting) return;
  }
}

async function requireNext(last: FeedPosition, { sequence, digest, previousDigest, body }: SentEvent): Promise<void> {
  const expected = last.sequence + 1;
  if (sequence !== expected) throw new FeedError('missing_event', expected);
  const isAltered = digest !== (await sha256(`${previousDigest}.${sequence}.${await sha256(body)}`));
  if (isAltered || previousDigest !== last.digest) throw new FeedError('altered_event', sequence);
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
