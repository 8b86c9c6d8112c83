/** The errors of this package. */

/** One entry of a refusal. The first entry is the cause; later entries are the layers that passed it on. */
export interface ErrorEntry {
  readonly message: string;
  /** Where the refusal arose, such as `product`. */
  readonly layer: string;
  /** The refusal in snake_case, such as `store_not_found`. Stable, unlike `message`. */
  readonly code?: string;
  /** The input field, such as `media.2.url`. */
  readonly path?: string;
  readonly reason?: string;
  readonly count?: number;
  readonly aiHint?: string;
}

export interface ErrorFacts {
  readonly status: number;
  readonly errors: readonly ErrorEntry[];
  readonly data?: unknown;
  readonly requestId?: string | undefined;
  readonly retryAfterMs?: number | undefined;
}

/** The server's refusal. `message`, `code` and `path` repeat the first entry. */
export class CounterfoilError extends Error {
  override readonly name = 'CounterfoilError';
  /** The HTTP status; 200 for a GraphQL query of which a part failed. */
  readonly status: number;
  readonly errors: readonly ErrorEntry[];
  readonly code: string | undefined;
  readonly path: string | undefined;
  /** What a GraphQL query returned beside its errors; otherwise null. */
  readonly data: unknown;
  /** Identifies the request in the server's log. */
  readonly requestId: string | undefined;
  /** How long the server asks to wait before a repeat. */
  readonly retryAfterMs: number | undefined;
  /** The key of the action's call. Repeat the call with it to have one effect. */
  readonly idempotencyKey?: string;

  constructor({ status, errors, data = null, requestId, retryAfterMs }: ErrorFacts) {
    const [first] = errors;
    super(first?.message ?? `HTTP status ${status}`);
    this.status = status;
    this.errors = errors;
    this.code = first?.code;
    this.path = first?.path;
    this.data = data;
    this.requestId = requestId;
    this.retryAfterMs = retryAfterMs;
  }
}

/** No answer arrived: the network failed, or the time was up. `cause` is the error of `fetch`. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
  readonly isTimeout: boolean;
  /** The key of the action's call. Repeat the call with it to learn its outcome. */
  readonly idempotencyKey?: string;

  constructor(message: string, { cause, isTimeout }: { readonly cause?: unknown; readonly isTimeout: boolean }) {
    super(message, { cause });
    this.isTimeout = isTimeout;
  }
}

/** Why a webhook was refused. */
export type WebhookRefusal =
  | 'missing_signature'
  | 'unknown_key'
  | 'wrong_signature'
  | 'outside_tolerance'
  | 'malformed_body'
  | 'other_store'
  | 'other_environment';

/** A request that is no genuine webhook of the store. Answer it with 400. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
  readonly code: WebhookRefusal;

  constructor(code: WebhookRefusal) {
    super(`Webhook refused: ${code}`);
    this.code = code;
  }
}

/** The event feed does not continue the last processed event: `sequence` is missing or was altered. */
export class FeedError extends Error {
  override readonly name = 'FeedError';
  readonly code: 'missing_event' | 'altered_event';
  readonly sequence: number;

  constructor(code: FeedError['code'], sequence: number) {
    super(code === 'missing_event' ? `Event ${sequence} is missing` : `Event ${sequence} was altered`);
    this.code = code;
    this.sequence = sequence;
  }
}
