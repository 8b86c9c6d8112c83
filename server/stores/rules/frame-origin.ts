/**
 * Origins of a store's sites: those that may frame its checkout, and those that public checkouts may return to. The former go
 * into a Content-Security-Policy (`frame-ancestors`), so only scheme, host and port are kept, serialized again.
 */
import type { Environment } from '#server/domain/environments.ts';

export const maxOrigins = 5;

/** Letters, digits and dashes between dots. `URL` accepts other characters (`*`, `;`) that have a meaning in a policy. */
const hostForm = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/;
const loopbackHosts: readonly string[] = ['localhost', '127.0.0.1'];

/**
 * The origin of an address, such as `https://shop.example.com`, with international names in ASCII form. Plain http is only
 * allowed on loopback hosts. Undefined for anything else.
 */
export function readOrigin(input: string): string | undefined {
  const text = input.trim();
  if (text.length > 2048 || !/^https?:\/\/[^\s\\*;,'"]+$/i.test(text)) return undefined;
  const address = URL.parse(text);
  if (!address || `${address.username}${address.password}` !== '' || !hostForm.test(address.hostname)) return undefined;
  return address.protocol === 'https:' || isLoopback(address) ? address.origin : undefined;
}

const isLoopback = ({ hostname }: URL): boolean => loopbackHosts.includes(hostname);

/** The origins that apply in an environment: loopback hosts may frame test checkouts only. */
export const frameOriginsIn = (environment: Environment, origins: readonly string[]): string[] =>
  origins.filter((origin) => environment === 'test' || origin.startsWith('https://'));

/** Whether an address may be a public caller's `successUrl`: on a listed origin, or anywhere without a list. */
export const mayReturnTo = (address: string, origins: readonly string[]): boolean =>
  origins.length === 0 || origins.includes(new URL(address).origin);
