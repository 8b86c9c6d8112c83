/**
 * Sends a request to a URL given by a merchant, never into a private network (unless allowed). Follows no redirects,
 * bounds the time, and stores only the start of the answer.
 */
import { type ClientRequest, Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { failureWords, WebhookUnreachable } from './failure-words.ts';
import { guardedLookup, isForbiddenHost, type Resolve, resolverFor } from './resolve.ts';

export { WebhookUnreachable };

export interface WebhookRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The answer, with headers and body cut to storable length. */
export interface WebhookAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface SendOptions {
  /** Whether the operator allows webhooks to private networks. */
  readonly privateAddresses: boolean;
  /** For the whole exchange: resolving, connecting, sending and reading the answer. */
  readonly timeoutMs?: number;
  /** Resolves a host's addresses; absent: by DNS. */
  readonly resolve?: Resolve;
}

const usualTimeoutMs = 10_000;
const maxRequestBytes = 1024 * 1024;
const maxBodyBytes = 16 * 1024;
const maxHeadBytes = 16 * 1024;
const maxHeaders = 60;
const maxHeaderValueLength = 1000;

/**
 * Idle connections are closed early. The total is bounded by the worker's concurrent requests: an agent's own limit
 * would count idle connections and delay requests to other hosts.
 */
const idleMs = 4000;
/** Per host: the worker's concurrent requests. One host may serve many merchants, and no request waits for a connection. */
const lines = { maxSockets: 256, maxFreeSockets: 64 };

interface Agents {
  readonly 'http:': HttpAgent;
  readonly 'https:': HttpsAgent;
}

/** Own agents: the global ones would use the environment's proxies, which resolve hosts without our checks. */
function openAgents(keepAlive: boolean): Agents {
  const terms = { keepAlive, timeout: idleMs, ...lines };
  return { 'http:': new HttpAgent(terms), 'https:': new HttpsAgent(terms) };
}

/** Connections opened where private addresses are allowed are not reused elsewhere. */
const shared = { guarded: openAgents(true), open: openAgents(true) };

/**
 * Posts the request and returns the answer of any status. Throws {@link WebhookUnreachable} with a sentence for the
 * merchant if there is no answer: a private address, a timeout, an invalid certificate. A status that arrived in time
 * counts, even if the body breaks off or never ends.
 */
export async function sendWebhook(request: WebhookRequest, options: SendOptions): Promise<WebhookAnswer> {
  const { privateAddresses, timeoutMs = usualTimeoutMs } = options;
  const body = Buffer.from(request.body);
  if (body.byteLength > maxRequestBytes) throw new WebhookUnreachable('The message is longer than 1 MiB');
  const url = readAddress(request.url);
  if (!privateAddresses && isForbiddenHost(url.hostname)) throw new WebhookUnreachable(failureWords.private);
  const deadline = new AbortController();
  const exchange = {
    url,
    headers: { ...request.headers, 'Content-Length': String(body.byteLength) },
    body,
    lookup: guardedLookup(options.resolve ?? resolverFor(privateAddresses), privateAddresses),
    deadline: deadline.signal,
    timeoutMs,
  };
  // A custom resolver gets connections of its own.
  const agents = options.resolve ? openAgents(false) : privateAddresses ? shared.open : shared.guarded;
  const timer = setTimeout(() => deadline.abort(), timeoutMs);
  try {
    return await post(exchange, agents);
  } catch (error) {
    // The receiver closed an idle connection at the moment of reuse, which says nothing about the receiver.
    if (!(error instanceof StaleLine)) throw error;
    return await post(exchange, openAgents(false));
  } finally {
    clearTimeout(timer);
  }
}

/** A reused connection broke before the answer began. */
class StaleLine extends Error {
  override name = 'StaleLine';
}

function readAddress(text: string): URL {
  const url = URL.parse(text);
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') {
    throw new WebhookUnreachable('The URL is not an http or https URL');
  }
  return url;
}

interface Exchange {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly lookup: ReturnType<typeof guardedLookup>;
  readonly deadline: AbortSignal;
  readonly timeoutMs: number;
}

function post({ url, headers, body, lookup, deadline, timeoutMs }: Exchange, agents: Agents): Promise<WebhookAnswer> {
  const isSecure = url.protocol === 'https:';
  const options = {
    method: 'POST',
    // Exactly the checked host, without the rest of the URL.
    hostname: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port || (isSecure ? 443 : 80),
    path: `${url.pathname}${url.search}`,
    headers: { Host: url.host, ...headers },
    lookup,
    maxHeaderSize: maxHeadBytes,
    // The default of 250 ms is too short for distant hosts with addresses of both families.
    autoSelectFamilyAttemptTimeout: 1000,
  };
  return new Promise((resolve, reject) => {
    const sent: ClientRequest = isSecure
      ? requestHttps({ ...options, agent: agents['https:'], rejectUnauthorized: true })
      : requestHttp({ ...options, agent: agents['http:'] });
    let answering: IncomingMessage | undefined;
    const giveUp = () => {
      // An answer that has begun ends here, with the part received.
      if (answering) return void answering.destroy();
      reject(new WebhookUnreachable(`No response within ${timeoutMs / 1000} seconds`));
      sent.destroy();
    };
    deadline.addEventListener('abort', giveUp);
    sent.once('response', (response) => {
      answering = response;
      void readBody(response).then((text) => resolve(answerOf(response, text)));
    });
    // 101 was not requested.
    sent.once('upgrade', (_, socket) => {
      socket.destroy();
      reject(new WebhookUnreachable(failureWords.closed));
    });
    // Several errors may occur; the first one decides.
    sent.on('error', (error: NodeJS.ErrnoException) => {
      const isStale = sent.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
      if (!answering) reject(isStale ? new StaleLine() : asUnreachable(error));
      else if (failureWords.isGarbage(error)) reject(asUnreachable(error));
    });
    sent.once('close', () => {
      deadline.removeEventListener('abort', giveUp);
      if (!answering) reject(new WebhookUnreachable(failureWords.closed));
    });
    sent.end(body);
  });
}

const asUnreachable = (error: NodeJS.ErrnoException): WebhookUnreachable =>
  error instanceof WebhookUnreachable ? error : new WebhookUnreachable(failureWords.of(error));

/** The start of the body; the rest is never read. Returns the part received if the body breaks off. */
function readBody(response: IncomingMessage): Promise<string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const end = () => resolve(textOf(Buffer.concat(chunks).subarray(0, maxBodyBytes)));
    response.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      length += chunk.byteLength;
      if (length <= maxBodyBytes) return;
      end();
      response.destroy();
    });
    response.once('end', end);
    response.once('close', end);
    response.on('error', end);
  });
}

function answerOf(response: IncomingMessage, body: string): WebhookAnswer {
  const named = Object.entries(response.headers).slice(0, maxHeaders);
  const headers = named.map(([name, value]) => [name, storable(String(value)).slice(0, maxHeaderValueLength)] as const);
  return { status: response.statusCode ?? 0, headers: Object.fromEntries(headers), body };
}

/** As UTF-8, without an incomplete character at the end. */
const textOf = (bytes: Uint8Array): string => storable(new TextDecoder().decode(bytes, { stream: true }));

/** PostgreSQL cannot store NUL. */
const storable = (text: string): string => text.replaceAll('\0', '\uFFFD');
