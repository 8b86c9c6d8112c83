/** Strict-Transport-Security: browsers that have been here once by https come by nothing else. */
import { settings } from '#server/platform/settings.ts';

const yearSeconds = 365 * 24 * 3600;

/**
 * For every answer where APP_URL is https; nothing where it is http, as whoever tries the service out has no certificate. Without
 * `includeSubDomains`: other hosts of the domain are not ours to speak for.
 */
export const transportSecurity = (): Readonly<Record<string, string>> =>
  settings().appUrl.startsWith('https:') ? { 'Strict-Transport-Security': `max-age=${yearSeconds}` } : {};
