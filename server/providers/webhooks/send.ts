/**
 * Sends one request to an address that a merchant named: out of the operator's network, and into no private one. Nothing
 * is followed, nothing is waited for without end, and of what comes back only the beginning is kept.
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

/** What came back; headers and body no longer than what is kept of them, and fit to be stored. */
export interface WebhookAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface SendOptions {
  /** Whether the operator lets webhooks into private networks. */
  readonly privateAddresses: boolean;
  /** For the whole exchange: looking the host up, connecting, sending, and the answer to its end. */
  readonly timeoutMs?: number;
  /** How a host's addresses are found; absent: by DNS. */
  readonly resolve?: Resolve;
}

const usualTimeoutMs = 10_000;
const maxRequestBytes = 1024 * 1024;
const maxBodyBytes = 16 * 1024;
const maxHeadBytes = 16 * 1024;
const maxHeaders = 60;
const maxHeaderValueLength = 1000;

/**
 * A line that nobody uses is soon closed. How many lines there are in all is bounded by how many requests a worker makes at
 * once: a bound of the agent's would count idle ones too, and let requests to other hosts wait for those.
 */
const idleMs = 4000;
/** To one host. A chat service's is many merchants'. */
const lines = { maxSockets: 64, maxFreeSockets: 8 };

interface Agents {
  readonly 'http:': HttpAgent;
  readonly 'https:': HttpsAgent;
}

/** Agents of our own: the environment's proxies are the global ones', and would look hosts up without us. */
function openAgents(keepAlive: boolean): Agents {
  const terms = { keepAlive, timeout: idleMs, ...lines };
  return { 'http:': new HttpAgent(terms), 'https:': new HttpsAgent(terms) };
}

/** A line that was opened where private addresses are allowed is used nowhere else. */
const kept = { guarded: openAgents(true), open: openAgents(true) };

/**
 * Posts it and gives the answer, whatever its status. Throws {@link WebhookUnreachable}, with a sentence fit for the
 * merchant, where none came: the address leads into a private network, nobody answered in time, the certificate is no good.
 * A status that came in time counts, even if the answer's body breaks off or never ends.
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
  // Whoever brings a resolver of their own shares no line with anybody.
  const agents = options.resolve ? openAgents(false) : privateAddresses ? kept.open : kept.guarded;
  const timer = setTimeout(() => deadline.abort(), timeoutMs);
  try {
    return await post(exchange, agents);
  } catch (error) {
    // The other end closed a line that lay idle just as it was used again: that says nothing of the other end.
    if (!(error instanceof StaleLine)) throw error;
    return await post(exchange, openAgents(false));
  } finally {
    clearTimeout(timer);
  }
}

/** The line was an old one, and broke before anything came back. */
class StaleLine extends Error {
  override name = 'StaleLine';
}

function readAddress(text: string): URL {
  const url = URL.parse(text);
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') {
    throw new WebhookUnreachable('The address is no http or https address');
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
    // The very host that was judged, whatever else the address holds.
    hostname: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port || (isSecure ? 443 : 80),
    path: `${url.pathname}${url.search}`,
    headers: { Host: url.host, ...headers },
    lookup,
    maxHeaderSize: maxHeadBytes,
    // The usual quarter of a second is not enough for a far host with addresses of both families.
    autoSelectFamilyAttemptTimeout: 1000,
  };
  return new Promise((resolve, reject) => {
    const sent: ClientRequest = isSecure
      ? requestHttps({ ...options, agent: agents['https:'], rejectUnauthorized: true })
      : requestHttp({ ...options, agent: agents['http:'] });
    let answering: IncomingMessage | undefined;
    const giveUp = () => {
      // An answer that has begun ends here, with what there is of it.
      if (answering) return void answering.destroy();
      reject(new WebhookUnreachable(`No answer within ${timeoutMs / 1000} seconds`));
      sent.destroy();
    };
    deadline.addEventListener('abort', giveUp);
    sent.once('response', (response) => {
      answering = response;
      void readBody(response).then((text) => resolve(answerOf(response, text)));
    });
    // 101: nobody asked for that.
    sent.once('upgrade', (_, socket) => {
      socket.destroy();
      reject(new WebhookUnreachable(failureWords.closed));
    });
    // More than one may come, and the first decides.
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

/** The beginning of the body; the rest is never read. A body that breaks off leaves what had come of it. */
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

/** As UTF-8, without half a character at the end. */
const textOf = (bytes: Uint8Array): string => storable(new TextDecoder().decode(bytes, { stream: true }));

/** PostgreSQL keeps every character but one. */
const storable = (text: string): string => text.replaceAll('\0', '\uFFFD');
