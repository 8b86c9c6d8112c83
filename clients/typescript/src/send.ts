/** Sends requests: timeouts, retries and the envelope. */
import { ConnectionError, CounterfoilError, type ErrorEntry } from './errors.ts';
import { isRetryable, pauseMs, readRetryAfter } from './retry.ts';
import { type Runtime, randomFraction } from './runtime.ts';

export interface Warning {
  readonly message: string;
  readonly layer: string;
  readonly aiHint?: string;
}

/** Options of one call. */
export interface CallOptions {
  /** Ends the call, also during a pause between attempts. The call rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** The time for one attempt, 90 seconds by default. */
  readonly timeoutMs?: number | undefined;
  /** The number of attempts, 3 by default; 1 never repeats a call. */
  readonly maxAttempts?: number | undefined;
}

export interface Outgoing {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  /** The JSON body; absent for a GET. */
  readonly body?: string;
  /** Makes the headers of an attempt. A signature is made anew, because its time must be current. */
  readonly headers: (now: number) => Promise<Record<string, string>>;
}

/** The body of every answer. */
interface Envelope {
  readonly data: unknown;
  readonly warnings: readonly Warning[];
}

const defaultTimeoutMs = 90_000;
const defaultMaxAttempts = 3;

/**
 * Sends a request until it is answered, repeating failed attempts. Resolves with the envelope of a success. Throws
 * CounterfoilError for a refusal, ConnectionError if the last attempt got no answer, and the signal's reason.
 */
export async function send(runtime: Runtime, outgoing: Outgoing, options: CallOptions = {}): Promise<Envelope> {
  const { maxAttempts = defaultMaxAttempts, signal } = options;
  for (let attempt = 1; ; attempt += 1) {
    signal?.throwIfAborted();
    const outcome = await trySend(runtime, outgoing, options);
    if (!('error' in outcome)) return outcome;
    const { error, isWorthRetrying } = outcome;
    if (!isWorthRetrying || attempt >= maxAttempts) throw error;
    const retryAfterMs = error instanceof CounterfoilError ? error.retryAfterMs : undefined;
    await runtime.clock.sleep(pauseMs(attempt, retryAfterMs, randomFraction(runtime)), signal);
  }
}

interface Failure {
  readonly error: CounterfoilError | ConnectionError;
  readonly isWorthRetrying: boolean;
}

/** One attempt. */
async function trySend(runtime: Runtime, outgoing: Outgoing, options: CallOptions): Promise<Envelope | Failure> {
  const { method, url, body } = outgoing;
  const { signal, timeoutMs = defaultTimeoutMs } = options;
  const headers = await outgoing.headers(runtime.clock.now());
  const attempt = new AbortController();
  const abort = () => attempt.abort(signal?.reason);
  signal?.addEventListener('abort', abort, { once: true });
  let isTimeout = false;
  const timer = setTimeout(() => {
    isTimeout = true;
    attempt.abort();
  }, timeoutMs);
  try {
    // A signature belongs to one path, and a credential to one server: a redirect is a refusal.
    const redirect = 'manual' as const;
    const init = { method, headers, redirect, signal: attempt.signal, ...(body !== undefined && { body }) };
    const response = await runtime.fetch(url, init);
    // The body belongs to the attempt: reading it may take time or fail as well.
    return readAnswer(response, await response.text(), runtime.clock.now());
  } catch (cause) {
    signal?.throwIfAborted();
    const message = isTimeout ? `No answer within ${timeoutMs} ms` : 'The server could not be reached';
    return { error: new ConnectionError(message, { cause, isTimeout }), isWorthRetrying: true };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

function readAnswer({ status, ok, headers }: Response, text: string, now: number): Envelope | Failure {
  const { data, warnings = [], errors } = parseEnvelope(text) ?? {};
  if (ok && data !== undefined && errors === undefined) return { data, warnings };
  const retryAfterMs = readRetryAfter(headers, now);
  const requestId = headers.get('x-request-id') ?? undefined;
  // A proxy's page, for example.
  const foreign: ErrorEntry[] = [{ message: `The answer with status ${status} is not the API’s`, layer: 'client' }];
  const entries = errors?.map(readEntry) ?? foreign;
  const error = new CounterfoilError({ status, errors: entries, data, requestId, retryAfterMs });
  return { error, isWorthRetrying: isRetryable(status, retryAfterMs) };
}

interface RawEnvelope {
  readonly data?: unknown;
  readonly warnings?: readonly Warning[];
  readonly errors?: readonly SentEntry[];
}

/** An entry of GraphQL has its path as a list. */
type SentEntry = Omit<ErrorEntry, 'path'> & { readonly path?: string | readonly (string | number)[] };

const readEntry = ({ path, ...entry }: SentEntry): ErrorEntry => ({
  ...entry,
  ...(path !== undefined && { path: typeof path === 'string' ? path : path.join('.') }),
});

function parseEnvelope(text: string): RawEnvelope | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null ? parsed : undefined;
  } catch {
    return undefined;
  }
}
