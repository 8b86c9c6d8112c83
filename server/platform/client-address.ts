/**
 * The client's address behind proxies. Each proxy appends the address it was connected from to X-Forwarded-For. Only
 * entries appended by trusted proxies (TRUST_PROXY) are believed: a client can send anything to the left of them.
 */
import { type Address, isInNetworks, type Network, readAddress, readNetwork } from '#server/domain/networks.ts';

/** A number of proxies, or the networks they are in. */
export type TrustedProxies =
  | { readonly hops: number; readonly networks?: undefined }
  | { readonly networks: readonly Network[]; readonly hops?: undefined };

const maxHops = 10;
const namedNetworks: Readonly<Record<string, string>> = { loopback: '127.0.0.0/8,::1/128' };

/** Parses `off`, `on`, a number of proxies, or networks such as `10.0.0.0/8,loopback`; undefined for anything else. */
export function readTrustedProxies(text: string): TrustedProxies | undefined {
  if (text === 'off') return { hops: 0 };
  if (text === 'on') return { hops: 1 };
  if (/^\d+$/.test(text)) return Number(text) >= 1 && Number(text) <= maxHops ? { hops: Number(text) } : undefined;
  const names = text.split(',').flatMap((part) => (namedNetworks[part.trim()] ?? part.trim()).split(','));
  const networks = names.map(readNetwork);
  return networks.every((network) => network !== undefined) ? { networks } : undefined;
}

/** Parses an entry of X-Forwarded-For, with or without port, brackets, quotes and zone. */
function readEntry(entry: string): Address | undefined {
  const bare = entry.trim().replace(/^"(.*)"$/, '$1');
  const ip = /^\[([^\]]*)\](?::\d+)?$/.exec(bare)?.[1] ?? /^([\d.]+):\d+$/.exec(bare)?.[1] ?? bare;
  return readAddress(ip.split('%', 1)[0] ?? '');
}

/** Whether the connection comes from a trusted proxy. */
export function isTrustedProxy(connected: string, trusted: TrustedProxies): boolean {
  if (trusted.hops !== undefined) return trusted.hops > 0;
  const address = readEntry(connected);
  return address !== undefined && isInNetworks(address, trusted.networks);
}

/**
 * The normalized address of the client: the first address from the right that is not a trusted proxy. `connected` is the
 * socket's address, undefined where it is unknown (Next alone, which appends it to the header). An unreadable entry ends
 * the search at the address to its right; '' when there is none.
 */
export function clientAddress(
  connected: string | undefined,
  forwardedFor: string | readonly string[] | undefined,
  trusted: TrustedProxies,
): string {
  const own = connected === undefined ? undefined : (readEntry(connected)?.toString() ?? connected);
  if (own !== undefined && !isTrustedProxy(own, trusted)) return own;
  const entries = [forwardedFor ?? []].flat().join(',').split(',').reverse();
  // Hop 1 is the connection itself.
  let [address, hop] = [own ?? '', 1];
  for (const entry of entries) {
    const read = readEntry(entry);
    if (!read) break;
    address = read.toString();
    hop += 1;
    const isProxy = trusted.hops === undefined ? isInNetworks(read, trusted.networks) : hop <= trusted.hops;
    if (!isProxy) break;
  }
  return address;
}
