/** Answers requests that node:http cannot parse: a header that is too long, or malformed HTTP. */

import { type ApiError, errors } from '#server/domain/errors.ts';
import { newUnguessableId } from '#server/domain/ids.ts';
import type { GatewayResponse } from '#server/http/http.ts';
import { Reply } from '#server/http/reply.ts';
import { log } from '#server/platform/log.ts';
import { countAnonymousCall } from '#server/platform/rate-limits/rate-limit.ts';
import { settings } from '#server/platform/settings.ts';
import { publicHeaders } from './handle.ts';

/**
 * The error envelope for a malformed request, by the code of node's error: 431, 408 or 400, as node itself would
 * answer; 429 for too many connections. Whether the request was meant for /v1/ is unknown, so every one gets the
 * envelope. Counts against the address if it is known. Never throws.
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

/** The error code of a connection beyond its address's limit, in place of node's. */
export const tooManyConnections = 'TOO_MANY_CONNECTIONS';

function refusalOf(code: string | undefined): ApiError {
  if (code === tooManyConnections) return errors.tooManyConnections();
  if (code === 'HPE_HEADER_OVERFLOW') return errors.headTooLarge();
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? errors.requestTooSlow() : errors.requestNotHttp();
}
