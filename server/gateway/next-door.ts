/** Carries a web-standard request to the gateway and its answer back: how Next mounts it. */
import { type GatewayRequest, type GatewayResponse, longestBodyBytes } from './http.ts';

type Door = (request: GatewayRequest) => Promise<GatewayResponse>;

/**
 * Hands a Next request to the gateway, and makes a web response of the answer. Compressing is left out: Next takes the
 * `Content-Encoding` off what a route handler answers.
 */
export async function throughNext(request: Request, door: Door): Promise<Response> {
  const url = new URL(request.url);
  const { status, headers, body } = await door({
    method: request.method,
    url: `${url.pathname}${url.search}`,
    headers: { ...Object.fromEntries(request.headers), 'accept-encoding': undefined },
    body: await readBody(request),
    address: request.headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() ?? '',
  });
  const bodiless = status === 204 || request.method === 'HEAD';
  const pairs = Object.entries(headers).flatMap(([name, values]) =>
    [values].flat().map((value): [string, string] => [name, value]),
  );
  return new Response(bodiless ? null : (body as BodyInit), { status, headers: pairs });
}

/** Of a body past the limit so much is read, and forgotten: answered while it is still coming, a client sees a reset. */
const longestDrainedBytes = 16 * longestBodyBytes;

/** The body's bytes, given up on past the limit. */
export async function readBody(request: Request): Promise<Uint8Array | 'too-large'> {
  if (!request.body) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    length += chunk.length;
    if (length > longestDrainedBytes) break;
    if (length <= longestBodyBytes) chunks.push(chunk);
  }
  return length > longestBodyBytes ? 'too-large' : Buffer.concat(chunks);
}
