/** The origin of a request, as recorded with the changes it makes. */

import { newUnguessableId } from '#server/domain/ids.ts';
import { currentOrigin, withOrigin } from '#server/events/data/origin.ts';
import type { Origin } from '#server/events/rules/event.ts';
import { type GatewayRequest, header } from '#server/http/http.ts';

/** Longer than the user agent of any browser. */
const maxUserAgentLength = 256;

type From = Pick<GatewayRequest, 'address' | 'headers'>;

/** The client's address, its user agent and the request's id. */
export function originOf({ address, headers }: From, requestId: string): Origin {
  const userAgent = header(headers, 'user-agent')?.slice(0, maxUserAgentLength);
  return { ...(address && { address }), ...(userAgent && { userAgent }), requestId };
}

/** Answers a request; changes recorded meanwhile carry its origin. */
export const answerFrom = <Result>(request: From, work: () => Result): Result =>
  withOrigin(originOf(request, newUnguessableId()), work);

/** The id of the current request. */
export const requestIdHere = (): string => currentOrigin()?.requestId ?? newUnguessableId();
