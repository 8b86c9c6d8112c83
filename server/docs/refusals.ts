/**
 * All errors of an endpoint: its own, its fields' and the gateway's. `<…>` in a message is a placeholder.
 */

import {
  type ApiError,
  codeOfStatus,
  type ErrorEntry,
  errors,
  type Layer,
  type Refusal,
} from '#server/domain/errors.ts';
import { maxJsonNodes } from '#server/domain/json-nodes.ts';
import type { Action, ActionScope } from '#server/platform/action.ts';
import { fieldRefusals } from './field-refusals.ts';

export interface DocumentedRefusal extends Refusal {
  /** The error's origin, which decides where a page lists it. */
  readonly source: 'endpoint' | 'missing' | 'field' | 'caller' | 'gateway';
  readonly layer: Layer;
  readonly code: string;
  readonly aiHint?: string;
  /** The name of the OpenAPI document's example that all endpoints share. */
  readonly sharedExample?: string;
  /** The following entries: the layers that passed the error on. */
  readonly followedBy?: readonly ErrorEntry[];
}

/** An endpoint's errors by status. Within a status: missing fields, its own errors, malformed fields, the gateway's errors. */
export function refusalsOf(action: Action): DocumentedRefusal[] {
  const { layer } = action;
  const own = action.docs.refusals.map((refusal) => ({ layer, ...refusal, source: 'endpoint' as const }));
  const fields = fieldRefusals(action).map(({ isMissing, ...refusal }) => ({
    ...refusal,
    // An error that the endpoint lists has the endpoint's sentence, which can stand for several fields.
    message: own.find((listed) => matchesMessage(listed, refusal.message))?.message ?? refusal.message,
    source: isMissing ? ('missing' as const) : ('field' as const),
    layer,
  }));
  const byKey = new Map<string, Omit<DocumentedRefusal, 'code'>>();
  for (const refusal of [...own, ...fields, ...ofCallers(action), ...gatewayRefusals]) {
    const name = `${refusal.status} ${refusal.message}`;
    // The endpoint's own description takes precedence. It has the field's code unless it names one.
    byKey.set(name, { ...refusal, ...byKey.get(name) });
  }
  const rank = ({ source }: Pick<DocumentedRefusal, 'source'>) => (source === 'missing' ? 0 : 1);
  return [...byKey.values()]
    .map((refusal) => ({ code: codeOfStatus[refusal.status], ...refusal }))
    .toSorted((a, b) => a.status - b.status || rank(a) - rank(b));
}

/** Whether a message matches the documented one, with any text for its `<…>` placeholders. */
export function matchesMessage({ message }: Pick<Refusal, 'message'>, received: string): boolean {
  const parts = message.split(/<[^<>]*>/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('[^]*')}$`).test(received);
}

/** When an endpoint of that scope refuses a test key. */
const testKeyRefusal: Readonly<Partial<Record<ActionScope, string>>> = {
  object: 'a test key is used for a prod object',
  shared: 'the key is a test key, and the call affects prod',
};

/**
 * The gateway's errors for invalid credentials and for credentials of the wrong kind. Credentials are verified before
 * their kind, so invalid ones return 401 on every endpoint.
 */
function ofCallers(action: Action): DocumentedRefusal[] {
  const credentials = [
    {
      kind: 'apiKey',
      refusal: errors.invalidSignature(),
      when: 'the key, the signature or the timestamp is invalid',
    },
    { kind: 'apiKey', refusal: errors.keyExpired(), when: 'the key has expired' },
    {
      kind: 'sessionToken',
      refusal: errors.invalidToken(),
      when: 'the session token is invalid, expired or of another environment',
    },
  ] as const;
  const isOwn = ({ kind }: (typeof credentials)[number]) => action.callers.some((caller) => caller === kind);
  const ownFirst = [...credentials].sort((a, b) => Number(isOwn(b)) - Number(isOwn(a)));
  const failed = ownFirst.map(({ refusal, when }) =>
    fromError(action.refuseCredential?.(refusal) ?? refusal, 'caller', when),
  );
  const ofKeys = [
    fromError(errors.keyOutsideNetworks(), 'caller', 'the key is used from outside its allowed networks'),
    ...(action.keyScope
      ? [fromError(errors.keyLacksScope(action.keyScope), 'caller', 'the key has other scopes only')]
      : []),
  ];
  const slug = action.callers.includes('storeSlug')
    ? [fromError(errors.storeNotFound(), 'caller', 'no store has this slug')]
    : [];
  const wrongKind = action.refuseCaller?.() ?? errors.insufficientPermissions();
  const refusesTestKeys = action.callers.includes('apiKey') && testKeyRefusal[action.scope];
  const isSame = wrongKind.code === errors.insufficientPermissions().code;
  const ofKind = 'this kind of credential may not call the endpoint';
  if (!refusesTestKeys) return [...failed, ...slug, ...ofKeys, fromError(wrongKind, 'caller', ofKind)];
  const ofTestKeys = fromError(errors.insufficientPermissions(), 'caller', refusesTestKeys);
  if (isSame) return [...failed, ...slug, ...ofKeys, { ...ofTestKeys, when: `${ofKind}, or ${refusesTestKeys}` }];
  return [...failed, ...slug, ...ofKeys, fromError(wrongKind, 'caller', ofKind), ofTestKeys];
}

const fromError = (
  { status, message, layer, code, details: { aiHint }, callers }: ApiError,
  source: DocumentedRefusal['source'],
  when: string,
): DocumentedRefusal => ({
  status,
  message,
  layer,
  code,
  when,
  source,
  ...(aiHint && { aiHint }),
  ...(callers.length > 0 && { followedBy: callers }),
});

const fromGateway = (error: ApiError, when: string) => fromError(error, 'gateway', when);

/** Errors common to all endpoints. */
export const gatewayRefusals = [
  fromGateway(errors.missingAuthentication(), 'authentication headers are missing or incomplete'),
  fromGateway(errors.invalidEnvironmentHeader(), '`X-Environment` is neither `test` nor `prod`'),
  fromGateway(errors.bodyNotJson(), 'the body is not valid JSON in UTF-8'),
  fromGateway(errors.bodyNotObject(), 'the body is not a JSON object'),
  fromGateway(errors.bodyTooLarge(1024 * 1024), 'the body is too large for a call with an API key'),
  fromGateway(errors.bodyTooLarge(64 * 1024), 'the body is too large for a call without an API key'),
  fromGateway(errors.tooManyJsonNodes(maxJsonNodes), 'the body has too many JSON nodes'),
  fromGateway(errors.bodyTooDeep('<number>'), 'the body is nested too deeply'),
  fromGateway(errors.bodyNotText(), 'a string contains NUL or an unpaired surrogate'),
  fromGateway(errors.invalidIdempotencyKey(), 'the idempotency key is malformed'),
  fromGateway(errors.idempotencyMismatch(['<paths>']), 'the idempotency key was used with a different request'),
  fromGateway(errors.idempotencyConflict(), 'the first request with this idempotency key is still in progress'),
  fromGateway(errors.rateLimited(1), 'too many requests; retry after `Retry-After` seconds'),
  fromGateway(
    errors.unavailable(),
    'the database is temporarily unavailable; retry after `Retry-After` seconds with the same idempotency key',
  ),
  fromGateway(errors.internal(), 'an internal error; the server log contains the `X-Request-Id`'),
].map((refusal, index) => ({ ...refusal, sharedExample: `gateway.${index + 1}` }));

/** Errors that any endpoint can return without listing them: invalid credentials or a wrong method. */
export const anywhereRefusals: readonly DocumentedRefusal[] = [
  ...gatewayRefusals,
  fromGateway(errors.invalidSignature(), 'the signature is invalid'),
  fromGateway(errors.keyExpired(), 'the API key has expired'),
  fromGateway(errors.keyOutsideNetworks(), 'the API key is used from outside its allowed networks'),
  fromGateway(errors.invalidToken(), 'the token is invalid'),
  fromGateway(errors.storeNotFound(), 'no store has this slug'),
  fromGateway(errors.methodNotAllowed('POST'), 'the method is not POST'),
];
