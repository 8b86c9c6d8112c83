/**
 * Every refusal that an endpoint can give: its own, those of its fields, and those that the gateway gives before or
 * after it. `<…>` in a message stands for what varies.
 */

import { type ApiError, type ErrorEntry, errors, type Layer, type Refusal } from '#server/domain/errors.ts';
import { maxJsonNodes } from '#server/domain/json-nodes.ts';
import type { Action, ActionScope } from '#server/platform/action.ts';
import { fieldRefusals } from './field-refusals.ts';

export interface DocumentedRefusal extends Refusal {
  /** Who speaks: decides where a page shows it. */
  readonly source: 'endpoint' | 'missing' | 'field' | 'caller' | 'gateway';
  readonly layer: Layer;
  readonly aiHint?: string;
  /** The entries after it: the layers that passed it on. */
  readonly followedBy?: readonly ErrorEntry[];
}

/** An endpoint's refusals by status; within one in the order: what is missing, its own, what is malformed, the gateway's. */
export function refusalsOf(action: Action): DocumentedRefusal[] {
  const own = action.docs.refusals.map((refusal) => documented(refusal, 'endpoint', refusal.layer ?? action.layer));
  const fields = fieldRefusals(action)
    .filter(({ message }) => !own.some((refusal) => matchesMessage(refusal, message)))
    .map(({ isMissing, ...refusal }) => documented(refusal, isMissing ? 'missing' : 'field', action.layer));
  const reserved = Object.entries(action.notImplemented ?? {}).map(([field, message]) =>
    documented({ status: 501, message, when: `\`${field}\` is given` }, 'endpoint', action.layer),
  );
  const missing = fields.filter(({ source }) => source === 'missing');
  const malformed = fields.filter(({ source }) => source === 'field');
  const all = [...missing, ...own, ...malformed, ...reserved, ...ofCallers(action), ...ofGateway(action)];
  const each = new Map<string, DocumentedRefusal>();
  for (const refusal of all) {
    const name = `${refusal.status} ${refusal.message}`;
    // Its own words come first; what the gateway knows of the same refusal is added to them.
    each.set(name, { ...refusal, ...each.get(name) });
  }
  return [...each.values()].toSorted((a, b) => a.status - b.status);
}

const documented = (refusal: Refusal, source: DocumentedRefusal['source'], layer: Layer): DocumentedRefusal => ({
  ...refusal,
  source,
  layer,
});

/** Whether a message is the one that is documented, whatever stands for its `<…>`. */
export function matchesMessage({ message }: Pick<Refusal, 'message'>, given: string): boolean {
  const parts = message.split(/<[^<>]*>/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('[^]*')}$`).test(given);
}

/** When an endpoint of that reach refuses a test key. */
const testKeyRefusal: Readonly<Partial<Record<ActionScope, string>>> = {
  object: 'a test key names something of prod',
  shared: 'the key is a test key: this reaches prod',
};

/**
 * The gateway's answer to a credential that fails, and to one of the wrong kind. Credentials are checked before their kind, so
 * a failing one of either kind is a 401 on every endpoint.
 */
function ofCallers(action: Action): DocumentedRefusal[] {
  const credentials = [
    {
      kind: 'apiKey',
      refusal: errors.invalidSignature(),
      when: 'the key, the signature or the timestamp is not right',
    },
    {
      kind: 'sessionToken',
      refusal: errors.invalidToken(),
      when: 'the session token is invalid, has expired, or is of another environment',
    },
  ] as const;
  const isOwn = ({ kind }: (typeof credentials)[number]) => action.callers.some((caller) => caller === kind);
  const ownFirst = [...credentials].sort((a, b) => Number(isOwn(b)) - Number(isOwn(a)));
  const failed = ownFirst.map(({ refusal, when }) =>
    fromError(action.refuseCredential?.(refusal) ?? refusal, 'caller', when),
  );
  const slug = action.callers.includes('storeSlug')
    ? [fromError(errors.storeNotFound(), 'caller', 'no store has that slug')]
    : [];
  const wrongKind = action.refuseCaller?.() ?? errors.insufficientPermissions();
  const refusesTestKeys = action.callers.includes('apiKey') && testKeyRefusal[action.scope];
  const isSame = wrongKind.code === errors.insufficientPermissions().code;
  const ofKind = 'the credential is of a kind that may not call this';
  if (!refusesTestKeys) return [...failed, ...slug, fromError(wrongKind, 'caller', ofKind)];
  const ofTestKeys = fromError(errors.insufficientPermissions(), 'caller', refusesTestKeys);
  if (isSame) return [...failed, ...slug, { ...ofTestKeys, when: `${ofKind}, or ${refusesTestKeys}` }];
  return [...failed, ...slug, fromError(wrongKind, 'caller', ofKind), ofTestKeys];
}

/** What the gateway says to anybody. */
export function ofGateway(action: Action): DocumentedRefusal[] {
  const refuses = (action.publicBody?.refuses ?? []).map((field) => ({
    ...documented(
      { status: 400, message: `${field} is not allowed`, when: 'a public caller sends it' },
      'caller',
      action.layer,
    ),
  }));
  const header = action.refusesEnvironmentHeader
    ? [fromError(errors.environmentHeaderNotAllowed(action.layer), 'caller', 'the header is sent')]
    : [];
  return [...refuses, ...header, ...gatewayRefusals];
}

const fromError = (
  { status, message, entries: [{ layer, aiHint }, ...followedBy] }: ApiError,
  source: DocumentedRefusal['source'],
  when: string,
): DocumentedRefusal => ({
  status,
  message,
  layer,
  when,
  source,
  ...(aiHint && { aiHint }),
  ...(followedBy.length > 0 && { followedBy }),
});

const fromGateway = (error: ApiError, when: string) => fromError(error, 'gateway', when);

/** What every endpoint can answer, whatever it does. */
export const gatewayRefusals: readonly DocumentedRefusal[] = [
  fromGateway(errors.missingAuthentication(), 'the headers name no caller, or one of a set is missing'),
  fromGateway(errors.invalidEnvironmentHeader(), '`X-Environment` is neither `test` nor `prod`'),
  fromGateway(errors.bodyNotJson(), 'the body is not JSON in UTF-8'),
  fromGateway(errors.bodyNotObject(), 'the body is JSON, but no object'),
  fromGateway(errors.bodyTooLarge(1024 * 1024), 'the body is too long for a call with an API key'),
  fromGateway(errors.bodyTooLarge(64 * 1024), 'the body is too long for any other call'),
  fromGateway(errors.tooManyJsonNodes(maxJsonNodes), 'the body has too many objects, arrays and values'),
  fromGateway(errors.bodyTooDeep('<number>'), 'the body is nested too deep'),
  fromGateway(errors.bodyNotText(), 'a text holds NUL or half a surrogate pair'),
  fromGateway(errors.invalidIdempotencyKey(), 'the idempotency key has another form'),
  fromGateway(errors.idempotencyMismatch(['<paths>']), 'the idempotency key belongs to another request'),
  fromGateway(errors.idempotencyConflict(), 'the first request with this idempotency key is still running'),
  fromGateway(errors.rateLimited(1), 'too many requests; `Retry-After` says when to try again'),
  fromGateway(
    errors.unavailable(),
    'the database is away; `Retry-After` says when to try again, and with the same idempotency key that is safe',
  ),
  fromGateway(errors.internal(), 'something broke on this side; the log has the `X-Request-Id`'),
];

/** What callers of any kind can be told on any endpoint, documented there or not: a wrong credential, a wrong method. */
export const anywhereRefusals: readonly DocumentedRefusal[] = [
  ...gatewayRefusals,
  fromGateway(errors.invalidSignature(), 'the signature does not hold'),
  fromGateway(errors.invalidToken(), 'the token does not hold'),
  fromGateway(errors.storeNotFound(), 'no store has that slug'),
  fromGateway(errors.methodNotAllowed('POST'), 'the method is not POST'),
];
