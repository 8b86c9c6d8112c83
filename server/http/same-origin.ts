/** Requests that carry a cookie must come from this site's own pages. */
import { type GatewayRequest, header } from './http.ts';

/**
 * Whether a page of this site sent the request. A page of another site can make a browser send its cookies, but neither this
 * `Origin` nor, in browsers that send `Sec-Fetch-Site`, the value `same-origin`.
 */
export function isSameOrigin({ headers }: Pick<GatewayRequest, 'headers'>): boolean {
  const origin = header(headers, 'origin');
  const site = header(headers, 'sec-fetch-site');
  return (
    origin !== undefined &&
    URL.parse(origin)?.host === header(headers, 'host') &&
    (site === undefined || site === 'same-origin')
  );
}
