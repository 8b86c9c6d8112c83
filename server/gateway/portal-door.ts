/**
 * The customer portal's door: what its pages in a buyer's browser may call. All of it is POST with JSON from the page
 * itself; a visit's cookie is the credential. `portal-pages.ts` says which address is whose.
 */
import { ApiError, errors } from '../errors.ts';
import { inBuyersWords } from '../portal/refusal-words.ts';
import { successBody } from './envelope.ts';
import { bytesOf, type GatewayRequest, type GatewayResponse, header } from './http.ts';
import { readJsonObject } from './json-body.ts';
import { requestIdHere } from './origin.ts';
import type { Call } from './portal-call.ts';
import { entryOf } from './portal-entry-calls.ts';
import { fixCallOf } from './portal-fix-calls.ts';
import { orderCallOf } from './portal-order-calls.ts';
import type { Visitor } from './portal-visit.ts';
import { countAnonymousCall } from './rate-limit.ts';
import { Reply } from './reply.ts';

/** Answers a POST below /<store_slug>/portal; 404 where the address is nobody’s. Never throws. */
export async function answerPortalCall(
  request: GatewayRequest,
  visitor: Visitor,
  [noun = '', ...rest]: readonly string[],
): Promise<GatewayResponse> {
  const reply = new Reply(requestIdHere());
  try {
    if (!isFromOwnPage(request)) throw errors.insufficientPermissions();
    const call = callOf(noun, rest);
    if (!call) throw errors.unknownAction(request.url);
    // Before anything is read; what a call counts for itself comes on top.
    reply.count(await countAnonymousCall(`portal ${request.address}`, visitor.settings));
    const { data, cookie } = await call(visitor, readJsonObject(bytesOf(request)), request, reply);
    reply.send(200, successBody(data, []), {});
    if (cookie) reply.headers['Set-Cookie'] = cookie;
  } catch (error) {
    reply.refuse(error instanceof ApiError ? inBuyersWords(error, visitor.voice.say) : error);
  }
  return reply;
}

function callOf(noun: string, rest: readonly string[]): Call | undefined {
  if (noun === 'orders') return orderCallOf(rest);
  if (noun === 'fix') return fixCallOf(rest);
  return rest.length === 0 ? entryOf(noun) : undefined;
}

/** A page of another site can make a browser send cookies, but not say that it is this site. */
function isFromOwnPage({ headers }: GatewayRequest): boolean {
  const origin = header(headers, 'origin');
  const site = header(headers, 'sec-fetch-site');
  return (
    origin !== undefined &&
    URL.parse(origin)?.host === header(headers, 'host') &&
    (site === undefined || site === 'same-origin')
  );
}
