/** Passes a `node:http` request to a handler and sends its response. `server/main.ts` mounts the gateway this way. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ApiError } from '#server/domain/errors.ts';
import { clientAddress, isTrustedProxy } from '#server/platform/client-address.ts';
import { settings } from '#server/platform/settings.ts';
import type { GatewayRequest, GatewayResponse } from './http.ts';
import { BodyIntake } from './request-body.ts';

/** How much of a rejected body is read and discarded, and for how long, so that its sender can read the response. */
const DRAIN_BYTES = 64 * 1024 * 1024;
export const DRAIN_MS = 10_000;

type Handler = (request: GatewayRequest) => Promise<GatewayResponse>;

/**
 * The client's address, and whether a trusted proxy forwarded the request. Removes untrusted forwarding headers and
 * sets X-Forwarded-For to the resolved address alone, so that Next and better-auth see the same address.
 */
export function resolveClient({ headers, socket }: IncomingMessage): { address: string; isProxied: boolean } {
  const { trustedProxies } = settings();
  const connected = socket.remoteAddress ?? '';
  const isProxied = isTrustedProxy(connected, trustedProxies);
  const address = clientAddress(connected, headers['x-forwarded-for'], trustedProxies);
  for (const name of isProxied ? [] : Object.keys(headers)) {
    if (name.startsWith('x-forwarded-') || name === 'forwarded' || name === 'x-real-ip') delete headers[name];
  }
  headers['x-forwarded-for'] = address;
  return { address, isProxied };
}

/** Answers a request with the handler. `isRefused`: whether the connection was already refused as too slow. */
export async function answerWithHandler(
  request: IncomingMessage,
  response: ServerResponse,
  address: string,
  handler: Handler,
  isRefused: () => boolean,
): Promise<void> {
  const { method = 'GET', url = '/', headers } = request;
  const intake = new BodyIntake({ url, headers, address });
  try {
    const body = await readBody(request, intake);
    // The rest of a slow body may still have arrived.
    if (isRefused()) return;
    const { status, headers: responseHeaders, body: answered } = await handler({ method, url, headers, body, address });
    const isCutOff = body instanceof ApiError;
    response.writeHead(status, {
      ...(responseHeaders as Record<string, string | string[]>),
      ...(status === 204 || status === 304 ? {} : { 'Content-Length': Buffer.byteLength(answered) }),
      ...(isCutOff ? { Connection: 'close' } : {}),
    });
    if (isCutOff) {
      // The whole response is sent before the body is discarded; closing now would lose it.
      response.write(answered);
      await drain(request);
    }
    response.end(isCutOff || method === 'HEAD' ? undefined : answered);
  } finally {
    intake.release();
  }
}

/** The exact bytes, which a signature covers; stops reading when they are rejected. */
function readBody(request: IncomingMessage, intake: BodyIntake): Promise<Uint8Array | ApiError> {
  if (intake.isRefused) return Promise.resolve(intake.body);
  return new Promise((resolve, reject) => {
    request.on('data', (chunk: Buffer) => {
      if (intake.take(chunk)) return;
      request.removeAllListeners('data').pause();
      resolve(intake.body);
    });
    request.once('end', () => resolve(intake.body));
    request.once('error', reject);
    // 'close' also follows a complete body. The error, with its costly stack trace, is only created if the body is
    // incomplete.
    request.once('close', () => request.readableEnded || reject(new Error('The client went away')));
  });
}

function drain(request: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    let length = 0;
    const timer = setTimeout(resolve, DRAIN_MS);
    const done = () => {
      clearTimeout(timer);
      resolve();
    };
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > DRAIN_BYTES) done();
    });
    request.once('end', done);
    request.once('close', done);
    request.once('error', done);
    request.resume();
  });
}
