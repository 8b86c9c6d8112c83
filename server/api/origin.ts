/** Where a request came from, as it is written down with what it changes. */

import { newUnguessableId } from '#server/domain/ids.ts';
import { currentOrigin, withOrigin } from '#server/events/data/origin.ts';
import type { Origin } from '#server/events/rules/event.ts';
import { type GatewayRequest, header } from '#server/http/http.ts';

/** As much as any browser says of itself. */
const maxUserAgentLength = 256;

type From = Pick<GatewayRequest, 'address' | 'headers'>;

/** The client's address, what its program calls itself, and the request's id. */
export function originOf({ address, headers }: From, requestId: string): Origin {
  const userAgent = header(headers, 'user-agent')?.slice(0, maxUserAgentLength);
  return { ...(address && { address }), ...(userAgent && { userAgent }), requestId };
}

/** Answers a request; what is recorded meanwhile says where it came from. */
export const answerFrom = <Result>(request: From, work: () => Result): Result =>
  withOrigin(originOf(request, newUnguessableId()), work);

/** The id of the request that is being answered. */
export const requestIdHere = (): string => currentOrigin()?.requestId ?? newUnguessableId();
