/** Carries a web-standard request to the gateway and its answer back: how Next mounts it. */

import type { ApiError } from '#server/domain/errors.ts';
import { clientAddress } from '#server/platform/client-address.ts';
import { settings } from '#server/platform/settings.ts';
import type { GatewayRequest, GatewayResponse } from './http.ts';
import { BodyIntake } from './request-body.ts';

type Door = (request: GatewayRequest) => Promise<GatewayResponse>;

/**
 * Hands a Next request to the gateway, and makes a web response of the answer. Compressing is left out: Next takes the
 * `Content-Encoding` off what a route handler answers.
 */
export async function throughNext(request: Request, door: Door): Promise<Response> {
  const url = new URL(request.url);
  const { status, headers, body } = await withBody(request, (sent, address) =>
    door({
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

/** Of a body that is refused so much is read, and forgotten: answered while it is still coming, a client sees a reset. */
const maxDrainedBytes = 16 * 1024 * 1024;

/** The client's address: behind `server/main.ts` the header holds that and nothing else. */
export const addressOf = (headers: Headers): string =>
  clientAddress(undefined, headers.get('x-forwarded-for') ?? undefined, settings().trustedProxies);

/** Reads the body, given up on where it is refused; does the work with it, and holds it for as long. */
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
