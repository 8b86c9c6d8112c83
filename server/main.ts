/**
 * The production server. `node:http` answers /v1/ and the buyers' pages itself, with the same handlers that Next's route
 * handlers mount, and leaves every other path to Next: a call of the API costs a twentieth of what it costs behind Next.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { join } from 'node:path';
import { projectRoot } from '#db/project-root.ts';
import { handleRequest } from '#server/api/handle.ts';
import { flushRequestLog } from '#server/api/request-log.ts';
import { type PageRoute, readPageRoutes, routeOf } from '#server/api/route-of.ts';
import { refuseUnreadable, tooManyConnections } from '#server/api/unreadable.ts';
import { limitConnections } from '#server/http/connections.ts';
import { answerWithHandler, DRAIN_MS, resolveClient } from '#server/http/node-adapter.ts';
import { transportSecurity } from '#server/http/transport-security.ts';
import { clientAddress, isTrustedProxy } from '#server/platform/client-address.ts';
import { logConsole } from '#server/platform/console-log.ts';
import { isDraining, startDraining } from '#server/platform/draining.ts';
import { log } from '#server/platform/log.ts';
import { observed } from '#server/platform/observe.ts';
import { settings } from '#server/platform/settings.ts';
import { logLivePayments } from '#server/providers/payments/log-live-payments.ts';
import { behindPolicy } from '#server/storefront/next-pages.ts';
import { handleHosted } from '#server/storefront/routes/storefront-routes.ts';
import { isHostedPath } from '#server/stores/rules/hosted-path.ts';

const CLOSE_TIMEOUT_MS = 10_000;
/** Longer than load balancers keep a connection (60 s), so that this side never closes one in use. */
const KEEP_ALIVE_MS = 65_000;
/** The limit for the request line and the headers; see {@link refuseUnreadable}. */
const MAX_HEAD_BYTES = 16 * 1024;
const HEADERS_TIMEOUT_MS = 20_000;
const REQUEST_TIMEOUT_MS = 60_000;

type PageHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

export type ServeOptions = {
  host: string;
  port: number;
  pages?: boolean;
  /** How long a request may take to arrive. */
  requestTimeoutMs?: number;
};

export type RunningServer = {
  port: number;
  /**
   * Reports that the server is not ready, so that load balancers stop sending requests; requests are still answered. Each
   * connection is closed after its next answer.
   */
  drain: () => void;
  /** Accepts no new requests, waits up to ten seconds for those in progress, writes the request log, and closes. */
  close: () => Promise<void>;
};

/**
 * Starts serving the build in `.next`; with `pages: false`, which needs no build, only the API.
 * The port opens last, so every connection is served. Throws the errors of `listen`, for example EADDRINUSE.
 */
export async function serve({
  host,
  port,
  pages = true,
  requestTimeoutMs = REQUEST_TIMEOUT_MS,
}: ServeOptions): Promise<RunningServer> {
  const app = pages ? await openPages(host, port) : null;
  const handlePage: PageHandler = app ? behindPolicy(app.getRequestHandler()) : answerNoPage;
  const pageRoutes = pages ? readPageRoutes(join(projectRoot, '.next', 'routes-manifest.json')) : [];
  const answering = new WeakMap<Socket, ServerResponse>();
  const unreadable = new WeakSet<Socket>();
  const refused = new WeakSet<Socket>();
  const open = new Set<ServerResponse>();
  const limits = { maxHeaderSize: MAX_HEAD_BYTES, connectionsCheckingInterval: requestTimeoutMs / 4 };
  const server = createServer(limits, (request, response) => {
    // Requests that arrive after a refusal are not processed: their sender has read that they were not.
    if (refused.has(request.socket)) return;
    answering.set(request.socket, response);
    open.add(response);
    if (isDraining()) closeAfter(response);
    for (const [name, value] of Object.entries(transportSecurity())) response.setHeader(name, value);
    response.on('close', () => {
      open.delete(response);
      if (!server.listening) server.closeIdleConnections();
    });
    const isRefused = () => refused.has(request.socket);
    answerObserved(request, response, { handlePage, pageRoutes, isRefused }).catch(() => closeFailed(response));
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    // The rest of an unreadable request is not another request.
    if (unreadable.has(socket)) return;
    unreadable.add(socket);
    const latest = answering.get(socket);
    const open = latest?.writableFinished ? undefined : latest;
    // Earlier requests still have to be answered.
    if (open?.req.complete) return void open.once('close', () => socket.destroy());
    refused.add(socket);
    void answerUnreadable(error.code, socket, open);
  });
  limitConnections(server, (socket) => {
    refused.add(socket);
    void answerUnreadable(tooManyConnections, socket, undefined);
  });
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.headersTimeout = Math.min(HEADERS_TIMEOUT_MS, requestTimeoutMs);
  server.requestTimeout = requestTimeoutMs;
  await listen(server, host, port);
  logLivePayments(settings());
  // Next reports failures on the console.
  if (pages) logConsole();
  return {
    port: (server.address() as AddressInfo).port,
    drain() {
      startDraining();
      for (const response of open) closeAfter(response);
    },
    async close() {
      await closeServer(server);
      await flushRequestLog();
      await app?.close();
    },
  };
}

/** Next is loaded only where pages are served. */
async function openPages(hostname: string, port: number) {
  const { default: next } = await import('next');
  const app = next({ dev: false, dir: projectRoot, hostname, port });
  await app.prepare();
  return app;
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const impatience = setTimeout(() => server.closeAllConnections(), CLOSE_TIMEOUT_MS);
    server.close(() => {
      clearTimeout(impatience);
      resolve();
    });
    server.closeIdleConnections();
  });
}

interface Around {
  readonly handlePage: PageHandler;
  readonly pageRoutes: readonly PageRoute[];
  readonly isRefused: () => boolean;
}

/** Answers a request and records its metrics and trace. API calls are logged by the gateway. */
async function answerObserved(request: IncomingMessage, response: ServerResponse, around: Around) {
  const { address, isProxied } = resolveClient(request);
  const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
  const [method, route] = [request.method ?? 'GET', routeOf(path, around.pageRoutes)];
  const { traceparent } = request.headers;
  const started = performance.now();
  const work = async (facts: Record<string, string | number | boolean>) => {
    await answer(request, response, address, path, around);
    facts['http.response.status_code'] = response.statusCode;
  };
  await observed('request', route, work, {
    facts: { 'http.request.method': method },
    // Accepted only from a trusted proxy, like the client's address.
    traceparent: isProxied && typeof traceparent === 'string' ? traceparent : undefined,
  });
  if (isCall(path)) return;
  const durationMs = Math.round(performance.now() - started);
  log().debug({ method, route, status: response.statusCode, durationMs }, 'request');
}

const isCall = (path: string): boolean => path === '/v1' || path.startsWith('/v1/');

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  address: string,
  path: string,
  { handlePage, isRefused }: Around,
) {
  if (isCall(path)) await answerWithHandler(request, response, address, handleRequest, isRefused);
  else if (!isDecodable(path))
    response.writeHead(400, { 'Content-Type': 'text/plain; charset=utf-8' }).end('Bad Request');
  else if (isHostedPath(path)) await answerWithHandler(request, response, address, handleHosted, isRefused);
  else await handlePage(request, response);
}

/** Next answers a path such as /%zz with a 500 of its own; it is the sender's mistake. */
function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/**
 * Answers what node:http could not read, and hangs up. `open`: the response to the request whose body broke off, which
 * may have begun already.
 */
async function answerUnreadable(code: string | undefined, socket: Socket, open: ServerResponse | undefined) {
  const address = open ? resolveClient(open.req).address : senderOf(socket);
  const { status, headers, body } = await refuseUnreadable(code, address);
  if (open?.headersSent || !socket.writable) return void socket.destroy();
  const fields = { ...headers, ...transportSecurity(), 'Content-Length': Buffer.byteLength(body), Connection: 'close' };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  // A client that is still sending gets time to read the answer.
  setTimeout(() => socket.destroy(), DRAIN_MS).unref();
  socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n`);
  socket.end(body);
}

/** Undefined behind a trusted proxy: without headers the client is unknown, and other visitors must not be limited for it. */
function senderOf({ remoteAddress = '' }: Socket): string | undefined {
  const { trustedProxies } = settings();
  return isTrustedProxy(remoteAddress, trustedProxies)
    ? undefined
    : clientAddress(remoteAddress, undefined, trustedProxies);
}

async function answerNoPage(_request: IncomingMessage, response: ServerResponse) {
  response.writeHead(404, { 'Content-Type': 'text/plain; charset=utf-8' }).end('This server has no pages');
}

/** The connection ends with that answer, unless its head has been sent. */
function closeAfter(response: ServerResponse) {
  if (!response.headersSent) response.setHeader('Connection', 'close');
}

/** For unexpected errors only: the gateway and Next answer their own failures. */
function closeFailed(response: ServerResponse) {
  if (response.headersSent || response.destroyed) response.destroy();
  else response.writeHead(500, { 'Content-Type': 'text/plain; charset=utf-8' }).end('Internal Server Error');
}
