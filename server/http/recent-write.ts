/**
 * The cookie of a browser that has just changed something in the dashboard. While it is there, lists are read from the
 * primary, so that no one sees older data than their own. It lasts as long as a replica may be behind.
 */
import { readCookies } from './cookies.ts';

const name = 'counterfoil_wrote';

/** `isHttps`: whether the dashboard is served over https. */
export const recentWriteCookie = (maxLagMs: number, isHttps: boolean): string =>
  `${name}=1; Path=/dashboard; Max-Age=${Math.ceil(maxLagMs / 1000) + 1}; HttpOnly; SameSite=Lax${isHttps ? '; Secure' : ''}`;

export const hasJustWritten = (cookies: string | undefined): boolean => readCookies(cookies).has(name);
