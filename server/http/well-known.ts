/** Files below `/.well-known/` whose content comes from the settings. A file in `public/.well-known/` takes precedence. */
import type { Settings } from '#server/platform/settings.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** RFC 9116 asks for less than a year. */
const SECURITY_TXT_DAYS = 180;

type WellKnownSettings = Pick<Settings, 'appUrl' | 'emailFrom' | 'securityContact' | 'applePayDomainAssociation'>;

/** The text of a file, or undefined if the service has no such file. */
export function wellKnownFile(name: string, settings: WellKnownSettings, now: Date): string | undefined {
  if (name === 'security.txt') return securityText(settings, now);
  if (name === 'apple-developer-merchantid-domain-association') return settings.applePayDomainAssociation;
  return undefined;
}

/** `Expires` changes once a day only, so that caches can compare the text. */
function securityText({ appUrl, emailFrom, securityContact }: WellKnownSettings, now: Date): string {
  const midnight = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  const lines = [
    `Contact: ${securityContact ?? `mailto:security@${domainOf(emailFrom)}`}`,
    `Expires: ${new Date(midnight + SECURITY_TXT_DAYS * DAY_MS).toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${appUrl}/.well-known/security.txt`,
  ];
  return `${lines.join('\n')}\n`;
}

const domainOf = (mailbox: string): string => /@([^\s>]+)/.exec(mailbox)?.[1] ?? 'localhost';
