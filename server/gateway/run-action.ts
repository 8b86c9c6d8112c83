/** One action in one transaction: checked, run, answered, and the answer kept where the call asked for that. */
import type { Database } from '../../db/client.ts';
import type { Action, ActionContext, Caller, CallerKind, Warning } from '../action.ts';
import { parseInput } from '../domain/fields.ts';
import { toShortId } from '../domain/ids.ts';
import { ApiError, errors } from '../errors.ts';
import { taxProvider } from '../providers/tax/index.ts';
import { claimIdempotencyKey, findStoredAnswer, storeAnswer } from '../queries/idempotency.ts';
import type { Settings } from '../settings.ts';
import { successBody } from './envelope.ts';
import { differingPaths, type IdempotentCall } from './idempotency.ts';
import { issueSessionToken } from './session-token.ts';

export interface Call {
  readonly action: Action;
  readonly caller: Caller;
  readonly body: Readonly<Record<string, unknown>>;
  readonly idempotent?: IdempotentCall | undefined;
  readonly warnings?: readonly Warning[];
  readonly now: Date;
}

export interface Answer {
  readonly status: number;
  readonly body: string;
  readonly replayed: boolean;
}

/** Runs a call of an authenticated caller, and answers with the response's body; refuses with an ApiError. */
export async function runAction(db: Database, settings: Settings, call: Call): Promise<Answer> {
  const { action, caller } = call;
  requireCaller(action, caller.kind);
  const input = parseInput(action.input, bodyFor(call), action.layer);
  return await inTransaction(db, async (tx) => {
    const kept = call.idempotent && (await claim(tx, call.idempotent, call.now));
    if (kept) return kept;
    const warnings = [...(call.warnings ?? [])];
    const context: ActionContext<CallerKind> = {
      tx,
      caller,
      environment: caller.environment,
      now: call.now,
      settings,
      taxes: taxProvider(),
      issueSessionToken: (claims) => issueSessionToken(claims, settings, call.now),
      actor: { kind: caller.kind, by: identityOf(caller) },
      warn: (message, aiHint) => warnings.push({ message, layer: action.layer, aiHint }),
    };
    const body = successBody(await action.run(context, input), warnings);
    if (call.idempotent) {
      const answer = { responseStatus: 200, responseBody: body, createdAt: call.now };
      await storeAnswer(tx, { ...call.idempotent, ...answer });
    }
    return { status: 200, body, replayed: false };
  });
}

/** All of the work or nothing of it, but for a refusal that asks to keep what was written. */
async function inTransaction<Result>(
  db: Database,
  work: (tx: ActionContext<CallerKind>['tx']) => Promise<Result>,
): Promise<Result> {
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

/** Refuses a caller of a kind that the action is not for, in the endpoint's own words where it has some. */
export function requireCaller(action: Action, kind: CallerKind): void {
  if (action.callers.includes(kind)) return;
  throw action.refuseCaller?.() ?? errors.insufficientPermissions();
}

/** The body as this caller may send it: fields a public caller has no say in are left out or refused. */
function bodyFor({ action, caller, body }: Call): Readonly<Record<string, unknown>> {
  if (caller.kind !== 'storeSlug' || !action.publicBody) return body;
  const { ignores, refuses } = action.publicBody;
  const refused = refuses.find((name) => body[name] !== undefined);
  if (refused !== undefined) throw new ApiError(400, `${refused} is not allowed`, action.layer);
  return Object.fromEntries(Object.entries(body).filter(([name]) => !ignores.includes(name)));
}

/** Takes the key for this transaction, or answers with what was kept for it. */
async function claim(
  tx: ActionContext<CallerKind>['tx'],
  call: IdempotentCall,
  now: Date,
): Promise<Answer | undefined> {
  if (!(await claimIdempotencyKey(tx, call.scope, call.key))) throw errors.idempotencyConflict();
  const stored = await findStoredAnswer(tx, call.scope, call.key, now);
  if (!stored) return undefined;
  const different = differingPaths(stored.bodyDigests, call.bodyDigests);
  if (different.length > 0) throw errors.idempotencyMismatch(different);
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
