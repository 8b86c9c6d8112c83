/** The answer to a request that node:http cannot read: a line that is too long, or something that is no HTTP. */

import { type ApiError, errors } from '#server/domain/errors.ts';
import { newUnguessableId } from '#server/domain/ids.ts';
import type { GatewayResponse } from '#server/http/http.ts';
import { Reply } from '#server/http/reply.ts';
import { log } from '#server/platform/log.ts';
import { countAnonymousCall } from '#server/platform/rate-limits/rate-limit.ts';
import { settings } from '#server/platform/settings.ts';
import { publicHeaders } from './handle.ts';

/**
 * The envelope for what never became a request, by the code of node's error: 431, 408 or 400, the statuses that node
 * itself would give; 429 for a connection too many. Whether it was meant for /v1/ nobody can tell: all of them get it. It is
 * counted unless nobody knows whose it was. Never throws.
 */
export async function refuseUnreadable(
  code: string | undefined,
  address: string | undefined,
): Promise<GatewayResponse> {
  const reply = new Reply(newUnguessableId(), publicHeaders);
  try {
    if (address !== undefined) reply.count(await countAnonymousCall(address, settings()));
    reply.refuse(refusalOf(code));
  } catch (error) {
    reply.refuse(error);
  }
  log().debug({ requestId: reply.requestId, code, status: reply.status }, 'unreadable request');
  return reply;
}

/** The code, in the place of node's, of a connection that is one too many for its address. */
export const tooManyConnections = 'TOO_MANY_CONNECTIONS';

function refusalOf(code: string | undefined): ApiError {
  if (code === tooManyConnections) return errors.tooManyConnections();
  if (code === 'HPE_HEADER_OVERFLOW') return errors.headTooLarge();
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? errors.requestTooSlow() : errors.requestNotHttp();
}
