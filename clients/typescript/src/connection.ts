/** Calls of one caller to one server. */
import { ConnectionError, CounterfoilError } from './errors.ts';
import { newIdempotencyKey, type Runtime, runtimeWith } from './runtime.ts';
import { type CallOptions, type Outgoing, send, type Warning } from './send.ts';
import { type ApiKeyCredential, createSigner, type Signer } from './signing.ts';

/** Public calls of a store's checkout, also from browsers. */
export interface StoreSlugCredential {
  readonly storeSlug: string;
  readonly environment: 'test' | 'prod';
}

/** Calls of one customer. */
export interface SessionTokenCredential {
  /** The token of `auth/issue-session-token`, or a function that returns a current one: tokens last minutes. */
  readonly sessionToken: string | (() => string | Promise<string>);
  readonly environment: 'test' | 'prod';
}

export type Credential = ApiKeyCredential | StoreSlugCredential | SessionTokenCredential;

/** Options of all calls. `fetch`, `clock` and `fillRandom` replace the functions of the runtime. */
export interface ConnectionOptions extends Partial<Runtime>, Pick<CallOptions, 'timeoutMs' | 'maxAttempts'> {
  /** The server's URL, such as `https://pay.example.com`. */
  readonly baseUrl: string;
  /** Called for each warning of a successful call. */
  readonly onWarning?: ((warning: Warning, path: string) => void) | undefined;
}

export interface ActionOptions extends CallOptions {
  /** Repeats with the same key have one effect and one answer. By default each call has a key of its own. */
  readonly idempotencyKey?: string | undefined;
}

export interface Connection {
  /** Calls an action and returns `data`. Throws CounterfoilError, ConnectionError or the signal's reason. */
  readonly callAction: (name: string, body: object, options?: ActionOptions) => Promise<unknown>;
  /** Runs a GraphQL query and returns `data`. Throws like `callAction`, also if a part of the query failed. */
  readonly query: (document: string, variables: object, options?: CallOptions) => Promise<unknown>;
  /** Sends a signed GET for a path with its query and returns `data`. Throws like `callAction`. */
  readonly read: (path: string, options?: CallOptions) => Promise<unknown>;
}

/** Opens no connection yet. Throws a TypeError for a `baseUrl` that is no URL. */
export function connect(options: ConnectionOptions & Credential): Connection {
  const { baseUrl, onWarning, timeoutMs, maxAttempts } = options;
  const base = new URL(baseUrl).href.replace(/\/+$/, '');
  const runtime = runtimeWith(options);
  const prove = proofOf(options);

  async function call(outgoing: Omit<Outgoing, 'url'>, path: string, options: CallOptions): Promise<unknown> {
    const limits = { timeoutMs: options.timeoutMs ?? timeoutMs, maxAttempts: options.maxAttempts ?? maxAttempts };
    const { data, warnings } = await send(runtime, { ...outgoing, url: `${base}${path}` }, { ...options, ...limits });
    for (const warning of warnings) onWarning?.(warning, path);
    return data;
  }

  function post(path: string, content: object, own: Record<string, string>, options: CallOptions): Promise<unknown> {
    const body = JSON.stringify(content);
    const headers: Outgoing['headers'] = async (now) => ({
      'Content-Type': 'application/json',
      ...own,
      ...(await prove({ method: 'POST', path, body, now })),
    });
    return call({ method: 'POST', body, headers }, path, options);
  }

  return {
    async callAction(name, body, { idempotencyKey = newIdempotencyKey(runtime), ...options } = {}) {
      try {
        return await post(`/v1/actions/${name}`, body, { 'X-Idempotency-Key': idempotencyKey }, options);
      } catch (error) {
        const isOurs = error instanceof CounterfoilError || error instanceof ConnectionError;
        throw isOurs ? Object.assign(error, { idempotencyKey }) : error;
      }
    },
    query: (query, variables, options = {}) => post('/v1/graphql', { query, variables }, {}, options),
    read: (path, options = {}) =>
      call({ method: 'GET', headers: (now) => prove({ method: 'GET', path, body: '', now }) }, path, options),
  };
}

function proofOf(credential: Credential): Signer {
  if ('privateKey' in credential) return createSigner(credential);
  const { environment } = credential;
  if ('storeSlug' in credential) {
    const headers = { 'X-Store-Slug': credential.storeSlug, 'X-Environment': environment };
    return async () => headers;
  }
  const { sessionToken } = credential;
  const token = typeof sessionToken === 'function' ? sessionToken : () => sessionToken;
  return async () => ({ Authorization: `Bearer ${await token()}`, 'X-Environment': environment });
}
