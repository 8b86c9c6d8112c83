import type { KeyScope } from './key-scopes.ts';

/**
 * The only error catalog: every refusal that leaves the service is an ApiError and names the layer where it arose.
 * (commerce-api.md, "Errors"; decisions.md, "Envelope, errors, layers")
 */
export const layers = [
  'gateway',
  'user',
  'store',
  'product',
  'order',
  'ticket',
  'graphql',
  'resource',
  'email',
  'payment',
] as const;
export type Layer = (typeof layers)[number];

export type Status = 400 | 401 | 403 | 404 | 405 | 408 | 409 | 412 | 429 | 431 | 500 | 501 | 502 | 503;

/**
 * One entry of a response's `errors`. `count` only where store deletion is blocked, `reason` there and in the
 * dashboard.
 */
export interface ErrorEntry extends ErrorDetails {
  message: string;
  layer: Layer;
  /** Stable and machine-readable, in snake_case. */
  code?: string;
  /** The invalid field of the request's body, as in `media.2.url`. */
  path?: string;
}

interface ErrorDetails {
  reason?: string;
  count?: number;
  aiHint?: string;
  /** The current version, if a dashboard page was loaded with an outdated one; never under /v1/. */
  current?: string;
}

/** The default code of a refusal by status. */
export const codeOfStatus: Readonly<Record<Status, string>> = {
  400: 'invalid_request',
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  405: 'method_not_allowed',
  408: 'request_timeout',
  409: 'conflict',
  412: 'precondition_failed',
  429: 'rate_limited',
  431: 'head_too_large',
  500: 'internal',
  501: 'not_implemented',
  502: 'bad_gateway',
  503: 'unavailable',
};

/** A refusal as an endpoint's reference lists it; `<…>` in the message stands for variable parts. */
export interface Refusal {
  readonly status: Status;
  readonly message: string;
  readonly when: string;
  readonly reason?: string;
  /** Set if it differs from the action's layer. */
  readonly layer?: Layer;
  /** Set if it differs from the status's default. */
  readonly code?: string;
}

/**
 * A refusal in the contract's form. `entries[0]` is the root cause; later entries are the layers that passed it on.
 * `headers` are added to the response (Retry-After, Allow).
 */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: Status;
  readonly layer: Layer;
  readonly code: string;
  readonly path: string | undefined;
  readonly details: ErrorDetails;
  /** The layers that passed the refusal on. */
  readonly callers: readonly ErrorEntry[];
  readonly headers: Readonly<Record<string, string>>;
  /** Whether the action's writes are committed despite the refusal, such as the count of wrong codes. */
  readonly keepsWrites: boolean;

  constructor(
    status: Status,
    message: string,
    layer: Layer,
    more: {
      readonly code?: string | undefined;
      readonly path?: string | undefined;
      readonly details?: ErrorDetails;
      readonly callers?: readonly ErrorEntry[];
      readonly headers?: Readonly<Record<string, string>>;
      readonly keepsWrites?: boolean;
    } = {},
  ) {
    super(message);
    this.status = status;
    this.layer = layer;
    this.code = more.code ?? codeOfStatus[status];
    this.path = more.path;
    this.details = more.details ?? {};
    this.callers = more.callers ?? [];
    this.headers = more.headers ?? {};
    this.keepsWrites = more.keepsWrites ?? false;
  }

  get entries(): readonly [ErrorEntry, ...ErrorEntry[]] {
    const { message, layer, details, code, path, callers } = this;
    return [{ message, layer, ...details, code, ...(path !== undefined && { path }) }, ...callers];
  }

  /** The same refusal for that input field. */
  at(path: string): this {
    return Object.assign(this, { path });
  }

  /** The refusal as an endpoint's reference lists it. */
  when(when: string): Refusal {
    const { status, message, layer, code } = this;
    const { reason } = this.details;
    return { status, message, layer, when, code, ...(reason !== undefined && { reason }) };
  }
}

const maxEchoLength = 100;

/** A caller's value as repeated in an error message: bounded, on one line. */
export function echo(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
  const line = text.replace(/\p{Cc}/gu, ' ');
  return line.length > maxEchoLength ? `${line.slice(0, maxEchoLength)}…` : line;
}

const catalog = {
  missingAuthentication: () => new ApiError(400, 'Missing authentication', 'gateway'),
  invalidSignature: (aiHint?: string) =>
    new ApiError(401, 'Invalid signature', 'gateway', aiHint === undefined ? {} : { details: { aiHint } }),
  invalidToken: () => new ApiError(401, 'Invalid or expired token', 'gateway'),
  /** Answered after the signature was verified, so only the key's holder learns it. */
  keyExpired: () => new ApiError(401, 'API key has expired', 'gateway'),
  /** Does not repeat the caller's address, which may be the address of an internal proxy. */
  keyOutsideNetworks: () => new ApiError(403, 'API key is not allowed from this network', 'gateway'),
  keyLacksScope: (scope: KeyScope) => new ApiError(403, `API key lacks the scope "${scope}"`, 'gateway'),
  insufficientPermissions: () => new ApiError(403, 'Insufficient permissions', 'gateway'),
  invalidEnvironmentHeader: () => new ApiError(400, 'Missing or invalid header: x-context-environment', 'gateway'),
  environmentHeaderNotAllowed: (layer: Layer) =>
    new ApiError(400, 'Header X-Environment is not allowed on this endpoint', layer),
  unknownAction: (path: string) => new ApiError(404, `Unknown path: ${echo(path)}`, 'gateway'),
  methodNotAllowed: (allowed: string) =>
    new ApiError(405, `Method not allowed, use ${allowed}`, 'gateway', { headers: { Allow: allowed } }),
  requestNotHttp: () => new ApiError(400, 'Request is not valid HTTP', 'gateway'),
  requestTooSlow: () => new ApiError(408, 'Request took too long to arrive', 'gateway'),
  headTooLarge: () => new ApiError(431, 'Request line and headers exceed 16 KiB', 'gateway'),
  bodyTooLarge: (maxBytes: number) => {
    const limit = maxBytes < 1024 * 1024 ? `${maxBytes / 1024} KiB` : `${maxBytes / 1024 / 1024} MiB`;
    return new ApiError(400, `Request body exceeds ${limit}`, 'gateway');
  },
  tooManyJsonNodes: (max: number) =>
    new ApiError(400, `Request body has more than ${max.toLocaleString('en-US')} JSON nodes`, 'gateway'),
  bodyTooDeep: (maxLevels: number | string) =>
    new ApiError(400, `Request body is nested more than ${maxLevels} levels deep`, 'gateway'),
  bodyNotText: () => new ApiError(400, 'Request body contains a character that is not valid text', 'gateway'),
  tooManyConnections: () => new ApiError(429, 'Too many connections', 'gateway', { headers: { 'Retry-After': '1' } }),
  bodyNotJson: () => new ApiError(400, 'Request body is not valid JSON', 'gateway'),
  bodyNotObject: () => new ApiError(400, 'Request body must be a JSON object', 'gateway'),
  rateLimited: (retryAfterSeconds: number) =>
    new ApiError(429, 'Too many requests', 'gateway', { headers: { 'Retry-After': String(retryAfterSeconds) } }),
  invalidIdempotencyKey: () =>
    new ApiError(400, 'Invalid X-Idempotency-Key: at most 256 letters, digits, - and _', 'gateway'),
  idempotencyConflict: () =>
    new ApiError(409, 'Request with this idempotency key is already being processed', 'gateway', {
      headers: { 'Retry-After': '1' },
      details: { aiHint: 'Wait for the first request to finish, then repeat this one to get its response.' },
    }),
  idempotencyMismatch: (paths: readonly string[]) =>
    new ApiError(
      400,
      `This idempotency key was used with another request body; different: ${paths.join(', ')}`,
      'gateway',
    ),
  /** No requests should be sent here now. `reason` reveals no internals. */
  notReady: (reason: string) =>
    new ApiError(503, `Not ready: ${reason}`, 'gateway', { headers: { 'Retry-After': '1' } }),
  /**
   * The database is unavailable. The outcome of a running call is unknown; repeating it with its idempotency key tells.
   */
  unavailable: () =>
    new ApiError(503, 'Service temporarily unavailable', 'gateway', { headers: { 'Retry-After': '2' } }),
  internal: () => new ApiError(500, 'Internal server error', 'gateway'),

  /** `field` is a path, or a sentence about several fields. */
  missingField: (field: string, layer: Layer) =>
    new ApiError(400, `Missing required field: ${field}`, layer, { path: field.includes(' ') ? undefined : field }),
  missingMerchant: (status: 400 | 401, layer: Layer) =>
    new ApiError(status, 'Missing merchantId in request context', layer),

  notImplemented: (layer: Layer, reason = 'Not implemented') => new ApiError(501, reason, layer),
  /** The dashboard asks for the password and repeats the call. */
  signInNotFresh: () =>
    new ApiError(403, 'This needs a sign-in within the last 10 minutes', 'user', {
      details: { reason: 'sign_in_not_fresh' },
    }),
  storeNotFound: () => new ApiError(404, 'Store not found', 'store'),
  ticketNotFound: () => new ApiError(404, 'Ticket not found', 'ticket'),
  senderNotFound: (kind: 'email' | 'domain') => new ApiError(404, `Sender ${kind} not found`, 'email'),
  /** The page's version is outdated; saving would overwrite someone's change. */
  savedMeanwhile: (message: string, current: string) => new ApiError(412, message, 'product', { details: { current } }),
  viewNotFound: () => new ApiError(404, 'View not found', 'resource'),
  jobNotFound: () => new ApiError(404, 'Failed job not found', 'resource'),
  emailNotFound: () => new ApiError(404, 'Email not found', 'email'),
  webhookNotFound: () => new ApiError(404, 'Webhook not found', 'store'),
  deliveryNotFound: () => new ApiError(404, 'Webhook delivery not found', 'store'),
  merchantNotFound: () => new ApiError(404, 'Merchant not found', 'store'),
  storeNotActive: () => new ApiError(400, 'Store is not active', 'store'),
  alreadyMember: () => new ApiError(400, 'Merchant is already a member of this store', 'store'),
  emailNotVerified: () => new ApiError(403, 'Verify your email address first', 'store'),
  /** The event is not allowed in that status. */
  wrongStatus: (message: string, layer: Layer) => new ApiError(400, message, layer),
  memberNotFound: () => new ApiError(404, 'Member not found', 'store'),
  productNotFound: () => new ApiError(404, 'Product not found', 'product'),
  versionNotFound: () => new ApiError(404, 'Current version not found', 'product'),
  groupNotFound: () => new ApiError(404, 'Group not found', 'product'),
  sessionNotFound: () => new ApiError(404, 'Checkout session not found', 'order'),
  paymentInFlight: () =>
    new ApiError(400, 'A payment for this order is being processed; try again in a moment', 'order'),
  noPaymentProvider: () => new ApiError(400, 'No payment provider is configured for prod', 'payment'),
  paymentNotFound: () => new ApiError(404, 'Payment not found', 'payment'),
  orderNotFound: () => new ApiError(404, 'Order not found', 'order'),
  productNotActive: (productId: string, environment: string) =>
    new ApiError(400, `Product ${productId} is not active in environment ${environment}`, 'product'),
  productWithoutVersion: (productId: string, environment: string) =>
    new ApiError(400, `Product ${productId} has no version in environment ${environment}`, 'product'),
} as const;

type Make = (...args: never[]) => ApiError;

/** The catalog. The code of each refusal is its key in snake_case. */
export const errors = Object.fromEntries(
  Object.entries(catalog as Record<string, Make>).map(([key, make]) => {
    const code = key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    const named = (...args: never[]) => Object.assign(make(...args), { code });
    return [key, named];
  }),
) as unknown as typeof catalog;

/** A field that the caller's kind cannot set. Outside the catalog, because the published code is the status's default. */
export const fieldNotAllowed = (field: string, layer: Layer) => new ApiError(400, `${field} is not allowed`, layer);
