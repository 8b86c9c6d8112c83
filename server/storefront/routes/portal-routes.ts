/**
 * The calls of the customer portal: POST requests with JSON from the portal's own pages, authorized by the session cookie.
 * `portal-pages.ts` serves the pages.
 */

import { requestIdHere } from '#server/api/origin.ts';
import { ApiError, errors } from '#server/domain/errors.ts';
import { successBody } from '#server/http/envelope.ts';
import { bytesOf, type GatewayRequest, type GatewayResponse } from '#server/http/http.ts';
import { readJsonObject } from '#server/http/json-body.ts';
import { Reply } from '#server/http/reply.ts';
import { isSameOrigin } from '#server/http/same-origin.ts';
import { voiceFor } from '#server/i18n/say.ts';
import { countPortalEntry, type LimitStatus } from '#server/platform/rate-limits/rate-limit.ts';
import { settings as readSettings } from '#server/platform/settings.ts';
import { translateError } from '../portal/translate-error.ts';
import { readBuyer, readingOf } from '../rendering/buyer.ts';
import type { Call } from './portal-call.ts';
import { entryOf, isEntrance } from './portal-entry-calls.ts';
import { orderCallOf } from './portal-order-calls.ts';
import { answerPlain } from './portal-page.ts';
import { recoveryCallOf } from './portal-recovery-calls.ts';
import { readVisitor } from './portal-visit.ts';

/**
 * Answers a POST below /<store_slug>/portal; 404 for an unknown address. `standing` is the network's rate limit. All
 * limits per network are checked before the first query. Never throws.
 */
export async function answerPortalCall(
  request: GatewayRequest,
  slug: string,
  [noun = '', ...rest]: readonly string[],
  limitStatus: LimitStatus,
): Promise<GatewayResponse> {
  const reply = new Reply(requestIdHere());
  const { say } = voiceFor(readingOf(readBuyer(request), null));
  try {
    reply.count(limitStatus);
    if (!isSameOrigin(request)) throw errors.insufficientPermissions();
    const call = callOf(noun, rest);
    if (!call) throw errors.unknownAction(request.url);
    if (rest.length === 0 && isEntrance(noun)) reply.count(await countPortalEntry(request.address, readSettings()));
    const visitor = await readVisitor(request, slug);
    if (!visitor) return answerPlain(404, 'Not Found');
    const { data, cookie } = await call(visitor, readJsonObject(bytesOf(request)), request, reply);
    reply.send(200, successBody(data, []), {});
    if (cookie) reply.headers['Set-Cookie'] = cookie;
  } catch (error) {
    reply.refuse(error instanceof ApiError ? translateError(error, say) : error);
  }
  return reply;
}

function callOf(noun: string, rest: readonly string[]): Call | undefined {
  if (noun === 'orders') return orderCallOf(rest);
  if (noun === 'fix') return recoveryCallOf(rest);
  return rest.length === 0 ? entryOf(noun) : undefined;
}
