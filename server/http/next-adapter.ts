/** Passes a web-standard request to the gateway and its response back. Next mounts the gateway this way. */

import type { ApiError } from '#server/domain/errors.ts';
import { clientAddress } from '#server/platform/client-address.ts';
import { settings } from '#server/platform/settings.ts';
import type { GatewayRequest, GatewayResponse } from './http.ts';
import { BodyIntake } from './request-body.ts';

type Handler = (request: GatewayRequest) => Promise<GatewayResponse>;

/**
 * Passes a Next request to the gateway and returns a web response. Without compression: Next removes the
 * `Content-Encoding` of a route handler's response.
 */
export async function throughNext(request: Request, handler: Handler): Promise<Response> {
  const url = new URL(request.url);
  const { status, headers, body } = await withBody(request, (sent, address) =>
    handler({
      method: request.method,
      url: `${url.pathname}${url.search}`,
      headers: { ...Object.fromEntries(request.headers), 'accept-encoding': undefined },
      body: sent,
      address,
    }),
  );
  const bodiless = status === 204 || request.method === 'HEAD';
  const pairs = Object.entries(headers).flatMap(([name, values]) =>
    [values].flat().map((value): [string, string] => [name, value]),
  );
  return new Response(bodiless ? null : (body as BodyInit), { status, headers: pairs });
}

/** Reads up to this much of a rejected body: a client that is still sending when the response arrives sees a reset. */
const maxDrainedBytes = 16 * 1024 * 1024;

/** The client's address. Behind `server/main.ts` the header holds only that. */
export const addressOf = (headers: Headers): string =>
  clientAddress(undefined, headers.get('x-forwarded-for') ?? undefined, settings().trustedProxies);

/** Reads the body up to its limit and runs the work with it. Its bytes count as buffered until the work ends. */
export async function withBody<Result>(
  request: Request,
  work: (body: Uint8Array | ApiError, address: string) => Promise<Result>,
): Promise<Result> {
  const { pathname } = new URL(request.url);
  const address = addressOf(request.headers);
  const intake = new BodyIntake({ url: pathname, headers: Object.fromEntries(request.headers), address });
  try {
    let drained = 0;
    for await (const chunk of (request.body ?? []) as AsyncIterable<Uint8Array>) {
      if (intake.take(chunk)) continue;
      drained += chunk.length;
      if (drained > maxDrainedBytes) break;
    }
    return await work(intake.body, address);
  } finally {
    intake.release();
  }
}
