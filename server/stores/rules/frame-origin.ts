/**
 * Sites of a store, as origins: those that may frame its checkout, and those that public checkouts may return to. The former
 * become part of a Content-Security-Policy (`frame-ancestors`), so only scheme, host and port are kept, written anew.
 */
import type { Environment } from '#server/domain/environments.ts';

export const maxOrigins = 5;

/** Letters, digits and dashes between dots; what else `URL` takes as a host (`*`, `;`) would be read otherwise there. */
const hostForm = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/;
const loopbackHosts: readonly string[] = ['localhost', '127.0.0.1'];

/**
 * `https://shop.example.com` of an address of that site; international names in their ASCII form. By http only what
 * runs on the developer's own machine. Undefined for anything else.
 */
export function readOrigin(given: string): string | undefined {
  const text = given.trim();
  if (text.length > 2048 || !/^https?:\/\/[^\s\\*;,'"]+$/i.test(text)) return undefined;
  const address = URL.parse(text);
  if (!address || `${address.username}${address.password}` !== '' || !hostForm.test(address.hostname)) return undefined;
  return address.protocol === 'https:' || isLoopback(address) ? address.origin : undefined;
}

const isLoopback = ({ hostname }: URL): boolean => loopbackHosts.includes(hostname);

/** Those that count in an environment: a developer's own machine may frame test checkouts only. */
export const frameOriginsIn = (environment: Environment, origins: readonly string[]): string[] =>
  origins.filter((origin) => environment === 'test' || origin.startsWith('https://'));

/** Whether an address may be a public caller's `successUrl`: on a listed site, or anywhere without a list. */
export const mayReturnTo = (address: string, origins: readonly string[]): boolean =>
  origins.length === 0 || origins.includes(new URL(address).origin);
