/** GET /v1/events: the event feed of a store in the key's environment. (docs/behavior/events.md) */
import { z } from 'zod';
import { type Database, merchantDatabase } from '#db/client.ts';
import { ApiError, errors } from '#server/domain/errors.ts';
import { shortId } from '#server/domain/fields.ts';
import { readClock } from '#server/platform/clock.ts';
import type { Settings } from '#server/platform/settings.ts';
import { findMemberStore, type Store } from '#server/stores/stores.ts';
import {
  type FeedEvent,
  type FeedScope,
  listFeedEvents,
  readLastSequences,
} from '#server/webhooks/feed/data/event-feed.ts';
import { messageFor } from '#server/webhooks/message.ts';
import { type Sign, webhookSigner } from '#server/webhooks/sign.ts';
import { waitForEvent } from './event-waits.ts';
import { queryFlag, queryInteger, readQuery, type SignedRead } from './signed-read.ts';

export const eventsPath = '/v1/events';

/** Each signature costs about a millisecond. */
const maxSigned = 25;

const querySchema = z.object({
  storeId: shortId('STO'),
  after: queryInteger('after', { min: 0, max: Number.MAX_SAFE_INTEGER }).default(0),
  limit: queryInteger('limit', { min: 1, max: 100 }).optional(),
  wait: queryInteger('wait', { min: 0, max: 25 }).default(0),
  signed: queryFlag('signed').default(false),
});

/**
 * The events after the cursor `after`, in order. Without one, waits up to `wait` seconds for the next. Throws 404 `Store not
 * found`, 400 for a cursor beyond the last event.
 */
export async function readEvents({ caller, query, settings }: SignedRead): Promise<object> {
  const { storeId, after, wait, signed, limit = signed ? maxSigned : 100 } = readQuery(querySchema, query);
  if (signed && limit > maxSigned) {
    throw new ApiError(400, `Invalid limit: at most ${maxSigned} with signed`, 'gateway', { path: 'limit' });
  }
  const db = await merchantDatabase(settings, caller.merchantId);
  const store = await requireStore(db, caller.merchantId, storeId);
  const scope = { merchantId: store.merchantId, storeId, environment: caller.environment };
  const last = await readLast(db, scope);
  if (after > last) throw cursorBeyond(after, last);
  let events = await listFeedEvents(db, scope, { after, limit });
  if (events.length === 0 && wait > 0) {
    await waitForEvent(db, { keyId: caller.keyId, scope, after, seconds: wait });
    // The merchant may have lost the store during the wait.
    await requireStore(db, caller.merchantId, storeId);
    events = await listFeedEvents(db, scope, { after, limit });
  }
  const sign = signed ? signerOf(db, settings) : undefined;
  const shown = await Promise.all(events.map((event) => eventObject(event, settings, sign)));
  const cursor = events.at(-1)?.sequence ?? after;
  return { environment: caller.environment, events: shown, cursor, lastSequence: Math.max(last, cursor) };
}

async function requireStore(db: Database, merchantId: string, storeId: string): Promise<Store> {
  const store = await findMemberStore(db, merchantId, storeId);
  if (!store || store.deletedAt) throw errors.storeNotFound();
  return store;
}

const readLast = async (db: Database, scope: FeedScope): Promise<number> =>
  (await readLastSequences(db, [scope]))[0] ?? 0;

/** The consumer has seen events that this database does not have: it was restored from an older backup. */
const cursorBeyond = (after: number, last: number) =>
  new ApiError(400, `Invalid after: the last event is ${last}, got ${after}`, 'gateway', {
    code: 'cursor_beyond_end',
    path: 'after',
    details: { aiHint: 'The service may have been restored from a backup. Compare your events with the feed.' },
  });

const signers = new WeakMap<Database, Sign>();

/** The process's signer, which caches the keys. */
function signerOf(db: Database, { appSecret }: Settings): Sign {
  const sign = signers.get(db) ?? webhookSigner(db, appSecret);
  signers.set(db, sign);
  return sign;
}

async function eventObject(event: FeedEvent, settings: Settings, sign: Sign | undefined): Promise<object> {
  const { id, sequence, eventType, publishedAt, body, previousDigest, digest } = event;
  const shown = { id, sequence, eventType, publishedAt: publishedAt.toISOString(), body, previousDigest, digest };
  if (!sign) return shown;
  const delivery = { id, eventType, sequence: event.objectSequence, environment: event.environment, body };
  const { headers } = await messageFor(delivery, { channel: 'http', url: '', secret: null }, sign, readClock(), {
    headerAliases: settings.webhookHeaderAliases,
  });
  return { ...shown, headers };
}
