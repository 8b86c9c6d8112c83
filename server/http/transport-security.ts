/** Strict-Transport-Security: browsers that have used https once use nothing else. */
import { settings } from '#server/platform/settings.ts';

const yearSeconds = 365 * 24 * 3600;

/**
 * Headers for every response if APP_URL is https; none for http, where trial installations have no certificate. Without
 * `includeSubDomains`, since other hosts of the domain may not be ours.
 */
export const transportSecurity = (): Readonly<Record<string, string>> =>
  settings().appUrl.startsWith('https:') ? { 'Strict-Transport-Security': `max-age=${yearSeconds}` } : {};
