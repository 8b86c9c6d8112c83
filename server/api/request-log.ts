/**
 * Writes the request log. Every answered call of a known merchant is buffered in this process, masked, and inserted
 * with others. No call waits for the log or fails because of it. During a database outage calls are
 * dropped.
 */

import { setImmediate as nextTurn } from 'node:timers/promises';
import { database } from '#db/client.ts';
import { actions } from '#server/actions/index.ts';
import { fromShortId, isUuid, prefixes } from '#server/domain/ids.ts';
import { exceedsJsonNodes } from '#server/domain/json-nodes.ts';
import { maskText } from '#server/domain/mask-text.ts';
import { type GatewayRequest, header, pathOf } from '#server/http/http.ts';
import type { Reply } from '#server/http/reply.ts';
import type { Caller } from '#server/platform/action.ts';
import { log } from '#server/platform/log.ts';
import { settings as readSettings } from '#server/platform/settings.ts';
import { withTimeout } from '#server/platform/with-timeout.ts';
import type { NewLoggedRequest } from './data/request-log.ts';
import { signedReads } from './reads/index.ts';
import { bounded, type Json, maskBody, maskError, maskGraphql, maskPartyBody, maxStoredBytes } from './rules/mask.ts';
import { writeLoggedRequests } from './write-logged-requests.ts';

const flushIntervalMs = 500;
const rowsPerFlush = 200;
const maxPending = 5000;
const maxPendingBytes = 32 * 1024 * 1024;
const shutdownMs = 5000;
/** A longer body is not searched for the ids of its store. */
const maxReadBytes = 128 * 1024;
/** Calls are masked in batches of this size, so that no request waits long. */
const maskBatchSize = 20;
/** The maximum of unproven and rate-limited calls logged per merchant and minute, so that no flood fills the table. */
const maxRejectedPerMinute = 60;

/** An answered call. Bodies that are too long are already left out. */
interface PendingCall {
  readonly id: string;
  readonly merchantId: string;
  readonly caller: Caller | undefined;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly durationMs: number;
  readonly replayed: boolean;
  readonly request: Uint8Array;
  readonly response: string;
  readonly createdAt: Date;
}

interface Buffered {
  pending: PendingCall[];
  pendingBytes: number;
  timer: NodeJS.Timeout | undefined;
  flushing: Promise<void> | undefined;
  isUnavailable: boolean;
  rejected: RejectedCounts;
}

/**
 * How many unproven or rate-limited calls were buffered this minute, by merchant. Callers with one of the merchant's
 * keys count apart, so that outsiders cannot use up the quota.
 */
interface RejectedCounts {
  minute: number;
  proven: Map<string, number>;
  claimed: Map<string, number>;
}

const shared = globalThis as typeof globalThis & { counterfoilRequestLog?: Buffered };

/** On globalThis: the production server and Next's bundle share one process and one buffer. */
function buffer(): Buffered {
  shared.counterfoilRequestLog ??= {
    pending: [],
    pendingBytes: 0,
    timer: undefined,
    flushing: undefined,
    isUnavailable: false,
    rejected: { minute: 0, proven: new Map(), claimed: new Map() },
  };
  return shared.counterfoilRequestLog;
}

/** The options of the log's path filter: every path that can be called from outside. */
export const loggedPaths = (): string[] => [
  ...[...actions]
    .filter(([, { callers }]) => callers.some((kind) => kind !== 'dashboard'))
    .map(([name]) => `/v1/actions/${name}`),
  '/v1/graphql',
  ...signedReads.keys(),
];

/** Buffers an answered call of a known merchant, or one that names a merchant without proof. Never throws. */
export function noteRequest(request: GatewayRequest, reply: Reply, startedAt: Date, durationMs: number): void {
  const merchantId = reply.caller?.merchantId ?? claimedMerchant(request, reply);
  if (merchantId === undefined || !readSettings().requestLog) return;
  // Consumers repeat these reads all day.
  if (reply.status === 200 && signedReads.has(pathOf(request.url))) return;
  const state = buffer();
  const isRejected = reply.caller === undefined || reply.status === 429;
  if (isRejected && !mayLog(state.rejected, merchantId, isProven(reply), startedAt)) return;
  const call: PendingCall = {
    id: reply.requestId,
    merchantId,
    caller: reply.caller,
    method: request.method,
    path: pathOf(request.url),
    status: reply.status,
    durationMs,
    replayed: 'Idempotency-Replayed' in reply.headers,
    request: request.body instanceof Uint8Array ? request.body : new Uint8Array(),
    response: typeof reply.body === 'string' ? reply.body : '',
    createdAt: startedAt,
  };
  const bytes = call.request.length + call.response.length;
  if (state.pending.length >= maxPending || state.pendingBytes + bytes > maxPendingBytes) {
    warnOnce(state);
    return;
  }
  state.pending.push(call);
  state.pendingBytes += bytes;
  if (state.pending.length >= rowsPerFlush) schedule(state, 0);
  else schedule(state, flushIntervalMs);
}

/** The merchant that a failed signature names. */
function claimedMerchant({ headers }: GatewayRequest, { status }: Reply): string | undefined {
  if (status !== 401 || header(headers, 'x-signature') === undefined) return undefined;
  return fromShortId('MER', header(headers, 'x-merchant-id') ?? '');
}

/** Whether the caller is known or holds a test key. Only those get hints from the signature doctor. */
const isProven = ({ caller, body }: Reply): boolean =>
  caller !== undefined || (typeof body === 'string' && body.includes('"aiHint":'));

function mayLog(rejected: RejectedCounts, merchantId: string, proven: boolean, at: Date): boolean {
  const minute = Math.floor(at.getTime() / 60_000);
  if (rejected.minute !== minute) Object.assign(rejected, { minute, proven: new Map(), claimed: new Map() });
  const counts = proven ? rejected.proven : rejected.claimed;
  const count = (counts.get(merchantId) ?? 0) + 1;
  if (count > maxRejectedPerMinute || (count === 1 && counts.size >= maxPending)) return false;
  counts.set(merchantId, count);
  return true;
}

function schedule(state: Buffered, delayMs: number): void {
  if (state.flushing) return;
  if (state.timer && delayMs > 0) return;
  clearTimeout(state.timer);
  state.timer = setTimeout(() => void flush(state), delayMs).unref();
}

/** Writes the pending calls. Calls that arrive meanwhile wait for the next flush, so that batches are large under load. */
function flush(state: Buffered): Promise<void> {
  clearTimeout(state.timer);
  state.timer = undefined;
  state.flushing ??= writeAll(state).finally(() => {
    state.flushing = undefined;
    if (state.pending.length > 0) schedule(state, flushIntervalMs);
  });
  return state.flushing;
}

async function writeAll(state: Buffered): Promise<void> {
  for (let left = state.pending.length; left > 0; left -= rowsPerFlush) {
    const some = state.pending.splice(0, Math.min(left, rowsPerFlush));
    state.pendingBytes = state.pending.reduce(
      (sum, { request, response }) => sum + request.length + response.length,
      0,
    );
    const written = await writeLoggedRequests(database(readSettings()).db, await maskAll(some));
    if (written === 'all') state.isUnavailable = false;
    else warnOnce(state);
    if (written === 'none') return;
  }
}

/** Once per outage and without the error, which may repeat the values of the failed statement. */
function warnOnce(state: Buffered): void {
  if (!state.isUnavailable) log().warn('could not write the request log; some requests are missing from it');
  state.isUnavailable = true;
}

/** Writes pending calls before the process ends; gives up after a few seconds. */
export async function flushRequestLog(): Promise<void> {
  const state = buffer();
  if (state.pending.length === 0 && !state.flushing) return;
  const flushed = flush(state).then(() => flush(state));
  await withTimeout(flushed, shutdownMs).catch(() => {});
}

async function maskAll(calls: readonly PendingCall[]): Promise<NewLoggedRequest[]> {
  const masked: NewLoggedRequest[] = [];
  for (const [at, call] of calls.entries()) {
    if (at % maskBatchSize === maskBatchSize - 1) await nextTurn();
    masked.push(toRow(call));
  }
  return masked;
}

interface Envelope {
  readonly data?: unknown;
  readonly errors?: readonly { readonly message?: unknown; readonly aiHint?: unknown }[];
}

function toRow(call: PendingCall): NewLoggedRequest {
  const { id, merchantId, caller, method, status, durationMs, replayed, createdAt } = call;
  const [request, response] = [readJson(call.request), readJson(call.response)];
  const envelope = (typeof response.value === 'object' ? response.value : {}) as Envelope | null;
  const failures = Array.isArray(envelope?.errors) ? (envelope.errors as Envelope['errors']) : [];
  const message = failures?.[0]?.message;
  const hint = failures?.map(({ aiHint }) => aiHint).find((text) => typeof text === 'string');
  const mask = maskFor(call.path);
  return {
    id,
    merchantId,
    storeId: null,
    ...(caller && 'store' in caller && caller.store),
    environment: caller?.environment ?? null,
    method,
    path: bounded(maskText(call.path), 200),
    // An unproven call names the key it claims to be signed with.
    callerKind: caller?.kind ?? 'apiKey',
    status,
    durationMs,
    replayed,
    error: typeof message === 'string' ? maskError(message) : null,
    hint: typeof hint === 'string' ? maskText(bounded(hint, 1000)) : null,
    requestBody: caller ? ('note' in request ? (request.note ?? null) : mask(request.value)) : null,
    responseBody: caller ? ('note' in response ? (response.note ?? null) : mask(response.value)) : null,
    createdAt,
    mentions: caller ? [...idsIn(request.value), ...idsIn(envelope?.data)] : [],
  };
}

function maskFor(path: string): (body: unknown) => Json {
  if (path === '/v1/graphql') return maskGraphql;
  return path.startsWith('/v1/actions/kyb-ticket/') ? maskPartyBody : maskBody;
}

/** A body's value, or a note in place of a body that is not JSON or too long. */
function readJson(body: Uint8Array | string): { readonly value?: unknown; readonly note?: Json } {
  const bytes = typeof body === 'string' ? Buffer.byteLength(body) : body.length;
  if (bytes === 0) return { note: null };
  const tooLong = bytes > maxStoredBytes ? { note: { note: `Omitted: ${bytes} bytes` } } : {};
  if (bytes > maxReadBytes) return tooLong;
  // A request with too many nodes was refused unparsed; the log does not parse it either.
  if (typeof body !== 'string' && exceedsJsonNodes(body)) return { note: { note: `Omitted: ${bytes} bytes` } };
  try {
    return { value: JSON.parse(typeof body === 'string' ? body : Buffer.from(body).toString()), ...tooLong };
  } catch {
    return { note: { note: `Not JSON: ${bytes} bytes` } };
  }
}

const idNames = /^(?:id|storeId|productId|orderId|checkoutSessionId|sessionId|targetProductId|groupId|webhookId)$/;
const maxMentions = 20;

/** The ids in a body, at its top level and one level down, decoded. */
function idsIn(body: unknown, depth = 0): string[] {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return [];
  return Object.entries(body)
    .flatMap(([name, value]) => {
      if (typeof value === 'string' && idNames.test(name)) return decode(value) ?? [];
      return depth === 0 ? idsIn(value, 1) : [];
    })
    .slice(0, maxMentions);
}

function decode(id: string): string | undefined {
  if (isUuid(id)) return id.toLowerCase();
  const prefix = prefixes.find((name) => id.startsWith(`${name}_`));
  return prefix && fromShortId(prefix, id);
}
