/**
 * Runs one action in one transaction: validates, runs, answers and stores the answer under its idempotency key. Stepped
 * actions, which need several transactions, hold the key by a lease.
 */
import type { Database, Tx } from '#db/client.ts';
import { isFreshSignIn } from '#server/accounts/rules/sign-in.ts';
import { issueSessionToken } from '#server/customers/session-token.ts';
import { ApiError, errors, fieldNotAllowed } from '#server/domain/errors.ts';
import { parseInput } from '#server/domain/fields.ts';
import { newId, toShortId } from '#server/domain/ids.ts';
import { successBody } from '#server/http/envelope.ts';
import type { Action, ActionContext, Caller, CallerKind, SteppedContext, Warning } from '#server/platform/action.ts';
import { readClock } from '#server/platform/clock.ts';
import { withHeartbeat } from '#server/platform/heartbeat.ts';
import type { Settings } from '#server/platform/settings.ts';
import { taxProvider } from '#server/providers/tax/index.ts';
import { readStoreTime } from '#server/test-clock/data/test-clocks.ts';
import {
  answerLease,
  claimIdempotencyKey,
  endLease,
  extendLease,
  findUsedKey,
  leaseKey,
  storeAnswer,
  type UsedKey,
} from './data/idempotency.ts';
import { differingPaths, type IdempotentCall } from './idempotency.ts';
import { checkTestKey, isTestKey } from './test-key.ts';

export interface Call {
  readonly action: Action;
  readonly caller: Caller;
  readonly body: Readonly<Record<string, unknown>>;
  readonly idempotent?: IdempotentCall | undefined;
  readonly warnings?: readonly Warning[];
  /** `If-Match` of the dashboard's pages. */
  readonly basedOn?: string | undefined;
  /** When the person in the dashboard signed in or last confirmed the password. */
  readonly signedInAt?: Date | undefined;
  readonly now: Date;
  /** The interval of heartbeats of a stepped call. */
  readonly beatMs?: number;
}

export interface Answer {
  readonly status: number;
  readonly body: string;
  readonly replayed: boolean;
}

/** Runs a call of an authenticated caller and returns the response's body; throws an ApiError. */
export async function runAction(db: Database, settings: Settings, call: Call): Promise<Answer> {
  const { action, caller } = call;
  requireCaller(action, caller);
  const refusal = action.refuseCall?.(call.body, caller.kind);
  if (refusal) throw refusal;
  const input = await readInput(db, call);
  const warnings = [...(call.warnings ?? [])];
  const scope = checkTestKey(action, caller);
  const shared: SharedContext = {
    caller,
    environment: caller.environment,
    now: call.now,
    settings,
    taxes: taxProvider(),
    issueSessionToken: (claims) => issueSessionToken(claims, settings, call.now),
    actor: { kind: caller.kind, by: identityOf(caller) },
    requireEnvironment: scope.require,
    requireFreshSignIn: () => {
      if (!isFreshSignIn(call.signedInAt, call.now)) throw errors.signInNotFresh();
    },
    basedOn: call.basedOn,
    warn: (message, aiHint) => warnings.push({ message, layer: action.layer, aiHint }),
  };
  const { run, runInSteps } = action;
  if (runInSteps) {
    return await runSteps(db, call, async (signal) => {
      const data = await runInSteps({ ...shared, db, signal, readClock }, input);
      scope.requireDeclared();
      return successBody(data, warnings);
    });
  }
  const { idempotent } = call;
  const work = async (tx: Tx): Promise<Answer> => {
    const storedAnswer = idempotent && (await claim(tx, idempotent, call.now));
    if (storedAnswer) return storedAnswer;
    const timeIn = (storeId: string) => readStoreTime(tx, storeId, caller.environment, call.now);
    const data = await run({ ...shared, tx, timeIn }, input);
    scope.requireDeclared();
    const body = successBody(data, warnings);
    if (idempotent && !(await storeResult(tx, idempotent, body, call.now))) throw errors.idempotencyConflict();
    return { status: 200, body, replayed: false };
  };
  // The answer to a key is stored together with the work.
  return !idempotent && action.writesOnce?.(call.body) ? await work(db) : await inTransaction(db, work);
}

/** The validated input. An invalid body that repeats a used idempotency key is refused for differing from the first. */
async function readInput(db: Database, call: Call): Promise<ReturnType<Action['input']['parse']>> {
  const { action, caller, idempotent, now } = call;
  try {
    const body = bodyFor(call);
    const missing = action.missing?.(body, caller.kind);
    if (missing !== undefined) throw errors.missingField(missing, action.layer);
    return parseInput(action.input, body, action);
  } catch (refusal) {
    const stored = idempotent && (await findUsedKey(db, idempotent, now));
    if (idempotent && stored?.leasedUntil === null) requireSameBody(stored, idempotent);
    throw refusal;
  }
}

/** Throws 400 naming the JSON paths at which the body differs from the first call with the key. */
function requireSameBody({ bodyDigests }: UsedKey, call: IdempotentCall): void {
  const different = differingPaths(bodyDigests, call.bodyDigests);
  if (different.length > 0) throw errors.idempotencyMismatch(different);
}

/** What both kinds of actions get. */
type SharedContext = Omit<SteppedContext<CallerKind>, 'db' | 'signal' | 'readClock'>;

/**
 * Runs a stepped action in transactions of its own. The key is leased while the work runs and freed when it fails.
 * After a crash the caller repeats with the same key once the lease expires, and the action resumes. A call that has
 * lost its key to such a repeat stops and gets 409.
 */
async function runSteps(
  db: Database,
  { idempotent, now, beatMs: intervalMs }: Call,
  work: (signal: AbortSignal) => Promise<string>,
): Promise<Answer> {
  if (!idempotent) return { status: 200, body: await work(new AbortController().signal), replayed: false };
  const { merchantId, scope, key } = idempotent;
  const lease = { merchantId, scope, key, holder: newId() };
  const storedAnswer = await db.transaction(async (tx) => {
    const answer = await claim(tx, idempotent, now);
    if (answer) return answer;
    const isLeased = await leaseKey(tx, { ...lease, bodyDigests: idempotent.bodyDigests }, now);
    if (!isLeased) throw errors.idempotencyConflict();
    return undefined;
  });
  if (storedAnswer) return storedAnswer;
  const beat = () => extendLease(db, lease, readClock());
  return await withHeartbeat({ beat, ...(intervalMs && { everyMs: intervalMs }) }, async (lost) => {
    try {
      const body = await work(lost);
      const isStored = await answerLease(db, lease, { responseStatus: 200, responseBody: body, createdAt: now });
      if (!isStored) throw errors.idempotencyConflict();
      return { status: 200, body, replayed: false };
    } catch (error) {
      if (lost.aborted) throw errors.idempotencyConflict();
      await endLease(db, lease);
      throw error;
    }
  });
}

const storeResult = (
  tx: ActionContext<CallerKind>['tx'],
  call: IdempotentCall,
  responseBody: string,
  createdAt: Date,
) => storeAnswer(tx, { ...call, responseStatus: 200, responseBody, createdAt });

/** Commits all of the work or none, except for a refusal that keeps its writes. */
async function inTransaction<Result>(db: Database, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  const outcome = await db.transaction(async (tx) => {
    try {
      return await work(tx);
    } catch (error) {
      if (error instanceof ApiError && error.keepsWrites) return error;
      throw error;
    }
  });
  if (outcome instanceof ApiError) throw outcome;
  return outcome;
}

/**
 * Throws when this kind of caller may not run the action, whatever the body: an action not open to the caller's kind,
 * or a test key where both environments change.
 */
export function requireCaller(action: Action, caller: Caller): void {
  if (!action.callers.includes(caller.kind)) throw action.refuseCaller?.() ?? errors.insufficientPermissions();
  if (action.scope === 'shared' && isTestKey(caller)) throw errors.insufficientPermissions();
}

/** The body as this caller may send it: drops or refuses fields that callers of this kind cannot set. */
function bodyFor({ action, caller, body }: Call): Readonly<Record<string, unknown>> {
  const limits = action.bodyLimits?.[caller.kind];
  if (!limits) return body;
  const { ignores, refuses } = limits;
  const refused = refuses.find((name) => (body[name] ?? undefined) !== undefined);
  if (refused !== undefined) throw fieldNotAllowed(refused, action.layer);
  return Object.fromEntries(Object.entries(body).filter(([name]) => !ignores.includes(name)));
}

/** Locks the key for this transaction, or returns the stored answer. */
async function claim(
  tx: ActionContext<CallerKind>['tx'],
  call: IdempotentCall,
  now: Date,
): Promise<Answer | undefined> {
  // Sent in this order, so that the stored answer is read after the key is claimed.
  const [isClaimed, stored] = await Promise.all([claimIdempotencyKey(tx, call), findUsedKey(tx, call, now)]);
  // A concurrent repeat of an answered call needs no lock: both get the stored answer.
  if (!isClaimed && stored?.leasedUntil !== null) throw errors.idempotencyConflict();
  if (!stored) return undefined;
  if (stored.leasedUntil && stored.leasedUntil > now) throw errors.idempotencyConflict();
  requireSameBody(stored, call);
  // The lease expired without an answer.
  if (stored.leasedUntil) return undefined;
  return { status: stored.responseStatus, body: stored.responseBody, replayed: true };
}

function identityOf(caller: Caller): string {
  switch (caller.kind) {
    case 'apiKey':
      return caller.keyId;
    case 'dashboard':
      return toShortId('MER', caller.merchantId);
    case 'storeSlug':
      return toShortId('STO', caller.storeId);
    case 'sessionToken':
      return caller.buyerIdentity;
  }
}
