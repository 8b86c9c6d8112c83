/** Signed calls of a remote server. */
import { setTimeout as sleep } from 'node:timers/promises';
import { createSigner, type Signer } from '#clients/typescript/src/signing.ts';
import { isIdOf } from '#server/domain/ids.ts';
import { UsageError } from '../usage-error.ts';
import type { Connection } from './connection.ts';

const timeoutMs = 120_000;

/** The server's refusal of a call, in one line. */
export class ApiFailure extends Error {
  override name = 'ApiFailure';
  readonly status: number;
  /** The response's body. */
  readonly text: string;
  readonly retryAfterSeconds: number | undefined;

  constructor(path: string, { status, text, retryAfterSeconds }: Answer) {
    const [entry] = (parse(text)?.errors ?? []) as { message?: string; aiHint?: string }[];
    const message = entry?.message ?? 'the answer is not the API’s';
    super(`${path}: ${status} ${message}${entry?.aiHint ? `. ${entry.aiHint}` : ''}`);
    this.status = status;
    this.text = text;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly retryAfterSeconds: number | undefined;
}

// biome-ignore lint/suspicious/noExplicitAny: the caller knows the shape of the answer
type Data = any;

const parse = (text: string): Data => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

export interface SendOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/**
 * The calls of one merchant. All methods throw ApiFailure for a refusal, a UsageError for a redirect, and an Error if the
 * server cannot be reached.
 */
export class Api {
  readonly connection: Connection;
  readonly #sign: Signer;

  constructor(connection: Connection) {
    this.connection = connection;
    this.#sign = createSigner(connection);
  }

  /** Calls an action and returns `data`. */
  action(name: string, body: object, options?: SendOptions): Promise<Data> {
    return this.#send('POST', `/v1/actions/${name}`, JSON.stringify(body), options);
  }

  /** Runs a GraphQL query and returns `data`. */
  query(query: string, variables: object = {}): Promise<Data> {
    return this.#send('POST', '/v1/graphql', JSON.stringify({ query, variables }));
  }

  /** Sends a signed `GET` and returns `data`. */
  read(path: string, query: Readonly<Record<string, string | number | boolean>>, options?: SendOptions): Promise<Data> {
    const parameters = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
    return this.#send('GET', `${path}?${parameters.join('&')}`, undefined, options);
  }

  /** Sends a signed request and returns the whole answer, also a refusal. */
  async raw(method: string, path: string, body: string | undefined, { headers, signal }: SendOptions = {}) {
    const parts = { method, path, body: body ?? '', now: Date.now() };
    const signed = headers && 'Authorization' in headers ? {} : await this.#sign(parts);
    return await this.fetchText(path, {
      method,
      headers: { ...(body !== undefined && { 'Content-Type': 'application/json' }), ...signed, ...headers },
      ...(body !== undefined && { body }),
      ...(signal && { signal }),
    });
  }

  /**
   * Sends a request without a signature. Throws a UsageError if the server redirects to another address, and an Error that
   * names the server if it cannot be reached.
   */
  async fetchText(path: string, init: RequestInit): Promise<Answer> {
    const url = `${this.connection.url}${path}`;
    const { status, headers, text } = await this.#fetch(url, init);
    if (status >= 300 && status < 400) {
      const address = originOf(headers.get('location') ?? '', url) ?? 'another address';
      throw new UsageError(
        `COUNTERFOIL_URL or --url: ${this.connection.url} redirects to ${address}; set it to the address of the API itself`,
      );
    }
    const seconds = Number(headers.get('retry-after') ?? Number.NaN);
    return { status, text, retryAfterSeconds: Number.isFinite(seconds) ? seconds : undefined };
  }

  /** Does not follow redirects: a signed request is for the configured server only. */
  async #fetch(url: string, init: RequestInit) {
    const signals = [AbortSignal.timeout(timeoutMs), ...(init.signal ? [init.signal] : [])];
    try {
      const response = await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.any(signals) });
      return { status: response.status, headers: response.headers, text: await response.text() };
    } catch (error) {
      init.signal?.throwIfAborted();
      throw new Error(`${this.connection.url} cannot be reached: ${reasonOf(error)}`);
    }
  }

  async #send(method: string, path: string, body: string | undefined, options?: SendOptions): Promise<Data> {
    const answer = await this.raw(method, path, body, options);
    const parsed = parse(answer.text);
    if (answer.status !== 200 || !parsed?.data || parsed.errors)
      throw new ApiFailure(path.split('?', 1)[0] ?? '', answer);
    return parsed.data;
  }
}

/** The origin of a redirect. Its path and query are not for a terminal: they can have secrets. */
function originOf(location: string, base: string): string | undefined {
  const url = location !== '' && URL.canParse(location, base) ? new URL(location, base) : undefined;
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url.origin : undefined;
}

/** The cause of a failed `fetch`, in a few words. */
export function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const { code, name, message } = cause as NodeJS.ErrnoException;
  return code ?? (name === 'TimeoutError' ? 'no answer in time' : message);
}

/** Whether a later attempt may succeed. */
const isTemporary = (error: unknown): boolean =>
  !(error instanceof UsageError) && (!(error instanceof ApiFailure) || error.status === 429 || error.status >= 500);

const maxPauseMs = 30_000;

/**
 * Repeats a read until it succeeds, with growing pauses. `onRetry` gets each failure. Throws a failure that a later attempt
 * cannot cure, and the signal's reason.
 */
export async function untilAnswered<Result>(
  read: () => Promise<Result>,
  signal: AbortSignal,
  onRetry: (error: Error) => void,
): Promise<Result> {
  for (let pauseMs = 1000; ; pauseMs = Math.min(pauseMs * 2, maxPauseMs)) {
    try {
      return await read();
    } catch (error) {
      signal.throwIfAborted();
      if (!isTemporary(error)) throw error;
      onRetry(error as Error);
      const seconds = error instanceof ApiFailure ? error.retryAfterSeconds : undefined;
      await sleep(seconds === undefined ? pauseMs : seconds * 1000, undefined, { signal });
    }
  }
}

export interface RemoteStore {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
}

/** The wanted store, or the merchant's only one. Throws a {@link UsageError} if there is none or a choice is needed. */
export async function chooseStore(api: Api): Promise<RemoteStore> {
  const { store: wanted } = api.connection;
  const [found] = wanted ? await readStores(api, wanted) : [];
  if (found) return found;
  const stores = await readStores(api);
  const [first] = stores;
  if (first && stores.length === 1 && !wanted) return first;
  const slugs = stores.map(({ slug }) => slug).join(', ');
  if (stores.length === 0) throw new UsageError('The merchant has no store');
  if (wanted) throw new UsageError(`--store: there is no store ${wanted}; the merchant has ${slugs}`);
  throw new UsageError(`Missing COUNTERFOIL_STORE or --store: the merchant has ${slugs}`);
}

/** The store with that ID or slug; without one, the newest stores. */
async function readStores(api: Api, wanted?: string): Promise<readonly RemoteStore[]> {
  const filter =
    wanted === undefined
      ? null
      : isIdOf('STO', wanted)
        ? { id: { eq: wanted } }
        : { slug: { eq: wanted.toLowerCase() } };
  const query = 'query ($filter: StoreFilter) { stores(filter: $filter, limit: 100) { id name slug } }';
  return (await api.query(query, { filter })).stores;
}
