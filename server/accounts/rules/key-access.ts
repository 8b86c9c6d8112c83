/** What a key may do, from where and until when. (docs/behavior/keys-and-environments.md, "Access of a key") */
import { type ApiError, echo, errors } from '#server/domain/errors.ts';
import type { KeyScope } from '#server/domain/key-scopes.ts';
import { formatNetwork, isInNetworks, readAddress, readNetwork } from '#server/domain/networks.ts';

export interface KeyAccess {
  /** Null: all scopes. */
  readonly scopes: readonly KeyScope[] | null;
  /** CIDR notation; null: all networks. */
  readonly networks: readonly string[] | null;
  /** Null: never. */
  readonly expiresAt: Date | null;
}

export const maxKeyNetworks = 50;

/** How often the last use of a key is saved at most. */
export const lastUseResolutionMs = 60_000;

/** Whether the last use is old enough to save another at `now`. */
export const isUseDue = (lastUsedAt: Date | null, now: Date): boolean =>
  lastUsedAt === null || lastUsedAt.getTime() <= now.getTime() - lastUseResolutionMs;

/** How long before its expiry the account is warned. */
export const expiryWarningDays = 7;
export const expiryWarningMs = expiryWarningDays * 24 * 60 * 60_000;

export const isKeyExpired = ({ expiresAt }: Pick<KeyAccess, 'expiresAt'>, now: Date): boolean =>
  expiresAt !== null && expiresAt <= now;

/** Whether the key expires within the time of the warning. */
export const isKeyExpiring = ({ expiresAt }: Pick<KeyAccess, 'expiresAt'>, now: Date): boolean =>
  expiresAt !== null && expiresAt > now && expiresAt.getTime() - now.getTime() <= expiryWarningMs;

/** The expiry that needs no warning by email, because it was set within the time of the warning. */
export const knownExpiry = (key: Pick<KeyAccess, 'expiresAt'>, now: Date): Date | null =>
  isKeyExpiring(key, now) ? key.expiresAt : null;

/** The refusal of a signed call, if any. An unknown address, the empty text, is in no network. */
export function keyRefusal(
  key: KeyAccess,
  { scope, address, now }: { readonly scope: KeyScope | undefined; readonly address: string; readonly now: Date },
): ApiError | undefined {
  if (isKeyExpired(key, now)) return errors.keyExpired();
  if (key.networks !== null && !isInside(address, key.networks)) return errors.keyOutsideNetworks();
  if (scope !== undefined && key.scopes !== null && !key.scopes.includes(scope)) return errors.keyLacksScope(scope);
  return undefined;
}

function isInside(address: string, networks: readonly string[]): boolean {
  const caller = readAddress(address.split('%', 1)[0] ?? '');
  const allowed = networks.map(readNetwork).filter((network) => network !== undefined);
  return caller !== undefined && isInNetworks(caller, allowed);
}

/**
 * A stored network: `10.0.0.0/8`, or `203.0.113.7/32` for a single address. An address inside a larger network
 * is refused, because it would allow more than it seems to.
 */
export function normalizeNetwork(text: string): { readonly network: string } | { readonly problem: string } {
  const network = readNetwork(text.trim());
  if (!network) return { problem: 'must be an address or a network such as 203.0.113.0/24 or 2001:db8::/32' };
  const [range, bits] = network;
  const start = formatNetwork(network);
  if (start === `${range.toString()}/${bits}`) return { network: start };
  return { problem: `${echo(text.trim())} is not the start of a network; use ${start} or a single address` };
}
