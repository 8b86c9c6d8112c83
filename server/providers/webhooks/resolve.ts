/** Which addresses a host has, and whether it may be called there: asked and judged anew for every line that is opened. */
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

/** All addresses of a host. Throws what asking throws. */
export type Resolve = (host: string) => Promise<readonly HostAddress[]>;

/** Whether a host, as `URL.hostname` spells it, is refused before anybody is asked. */
export const isForbiddenHost = (hostname: string): boolean => !isPublicHost(hostname);

/**
 * A `lookup` for node:net that gives all addresses of a host, or none: one that leads into a private network spoils them
 * all. What it gives is what is connected to, so no later answer of the name server's can change it. A host that is an
 * address itself is never looked up: `isForbiddenHost` judges that.
 */
export function guardedLookup(resolve: Resolve, privateAddresses: boolean): LookupFunction {
  const find = callbackify(async (host: string) => [...(await judged(host, resolve, privateAddresses))]);
  return (host, { all }, callback) => {
    find(host, (error, addresses) => {
      if (error) return callback(error, '');
      if (all) return callback(null, addresses);
      const [first] = addresses;
      callback(null, first?.address ?? '', first?.family);
    });
  };
}

async function judged(host: string, resolve: Resolve, privateAddresses: boolean): Promise<readonly HostAddress[]> {
  const addresses = await resolve(host);
  if (addresses.length === 0) throw new WebhookUnreachable(failureWords.unknownHost);
  const isAllowed = ({ address }: HostAddress) => isIP(address) !== 0 && (privateAddresses || isPublicAddress(address));
  if (!addresses.every(isAllowed)) throw new WebhookUnreachable(failureWords.private);
  return addresses;
}

/**
 * By the name servers alone where only the public internet may be reached; as the machine itself does it, by its hosts
 * file too, where more is allowed. The machine's way holds one of four threads while it waits, for which a merchant's slow
 * name server is no reason.
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
  // A host of one family has no answer for the other.
  if (addresses.length === 0 && failed) throw failed.reason;
  return addresses;
};
