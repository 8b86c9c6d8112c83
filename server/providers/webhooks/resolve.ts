/** Resolves a host's addresses and checks them for every new connection. */
import { lookup as lookUpLocally } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { callbackify } from 'node:util';
import { isPublicAddress, isPublicHost } from '#server/domain/network-address.ts';
import { failureWords, WebhookUnreachable } from './failure-words.ts';

export interface HostAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

/** All addresses of a host. Throws the resolver's error. */
export type Resolve = (host: string) => Promise<readonly HostAddress[]>;

/** Whether a host, as `URL.hostname` spells it, is refused without a lookup. */
export const isForbiddenHost = (hostname: string): boolean => !isPublicHost(hostname);

/**
 * A `lookup` for node:net that returns all addresses of a host, or fails if any of them is private. The connection uses
 * these addresses, so a later DNS answer cannot change them. A host that is an address is never looked up;
 * `isForbiddenHost` checks it.
 */
export function guardedLookup(resolve: Resolve, privateAddresses: boolean): LookupFunction {
  const find = callbackify(async (host: string) => [...(await resolveAllowed(host, resolve, privateAddresses))]);
  return (host, { all }, callback) => {
    find(host, (error, addresses) => {
      if (error) return callback(error, '');
      if (all) return callback(null, addresses);
      const [first] = addresses;
      callback(null, first?.address ?? '', first?.family);
    });
  };
}

async function resolveAllowed(
  host: string,
  resolve: Resolve,
  privateAddresses: boolean,
): Promise<readonly HostAddress[]> {
  const addresses = await resolve(host);
  if (addresses.length === 0) throw new WebhookUnreachable(failureWords.unknownHost);
  const isAllowed = ({ address }: HostAddress) => isIP(address) !== 0 && (privateAddresses || isPublicAddress(address));
  if (!addresses.every(isAllowed)) throw new WebhookUnreachable(failureWords.private);
  return addresses;
}

/**
 * Queries the name servers directly where only the public internet is allowed. Where private networks are allowed,
 * resolves like the machine, including its hosts file; that occupies one of four threads while waiting, which a
 * merchant's slow name server must not do.
 */
export const resolverFor = (privateAddresses: boolean): Resolve => (privateAddresses ? resolveLocally : resolveByDns);

const resolveLocally: Resolve = (host) =>
  new Promise((resolve, reject) => {
    lookUpLocally(host, { all: true, order: 'verbatim' }, (error, addresses) =>
      error ? reject(error) : resolve(addresses as HostAddress[]),
    );
  });

const resolveByDns: Resolve = async (host) => {
  const resolver = new Resolver({ timeout: 2000, tries: 2 });
  const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const [v4, v6] = found.map((one) => (one.status === 'fulfilled' ? one.value : []));
  const addresses: HostAddress[] = [
    ...(v4 ?? []).map((address) => ({ address, family: 4 as const })),
    ...(v6 ?? []).map((address) => ({ address, family: 6 as const })),
  ];
  const failed = found.find((one) => one.status === 'rejected');
  // A host with addresses of one family has no answer for the other.
  if (addresses.length === 0 && failed) throw failed.reason;
  return addresses;
};
