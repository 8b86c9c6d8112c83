/** The signs of card testing, and when a store's brake is on. (docs/behavior/card-testing.md.) */
import type { DeclineCode } from '#server/domain/declines.ts';
import type { Environment } from '#server/domain/environments.ts';
import { networkOf } from '#server/domain/network-address.ts';

/** How long a decline counts. Short in test, where developers try declined test cards. */
export const windowSeconds: Readonly<Record<Environment, number>> = { prod: 600, test: 60 };

/** The brake is on above this share of a store's attempts that are open or declined. */
const brakeShare = 0.3;
/** Buyers also wait above this multiple of the declines setting. */
const waitFactor = 2.5;
/** A network with more unproven attempts is busy: under the brake its buyers wait for longer. */
export const maxPerNetworkUnderBrake = 2;
/** How long a buyer waits before the attempt is repeated. */
export const waitSeconds = 30;
/** A network is also busy with more attempts than this during the wait. */
export const maxPerNetworkWhileWaiting = 3;
/** How long a buyer in a busy network waits. */
export const busyWaitSeconds = 60;

/**
 * Declines that are conclusive about the card. Failures of a bank, a network or this service are not: counting them would
 * block real buyers during an outage.
 */
const conclusiveDeclines: ReadonlySet<string> = new Set<DeclineCode>([
  'card_declined',
  'insufficient_funds',
  'expired_card',
  'incorrect_cvc',
  'lost_card',
  'stolen_card',
  'fraudulent',
  'card_velocity_exceeded',
  'authentication_failed',
  'authentication_abandoned',
  'authentication_required',
]);

export const isConclusiveDecline = (code: string | null): boolean => conclusiveDeclines.has(code ?? '');

/** A store's attempts in the window, the current one included. */
export interface StoreCounts {
  readonly attempts: number;
  /** Attempts in flight, waiting for 3D Secure, or declined. */
  readonly unproven: number;
}

/** Whether the brake would be on if all unproven attempts were declined. */
export const looksLikeTesting = ({ attempts, unproven }: StoreCounts, minDeclines: number): boolean =>
  unproven > minDeclines && unproven > brakeShare * attempts;

/** Whether buyers also have to wait, because 3D Secure alone does not reduce the unproven attempts. */
export const mustWait = ({ unproven }: StoreCounts, minDeclines: number): boolean =>
  unproven > waitFactor * minDeclines;

/** The network of an address: IPv4 /24, IPv6 /64. Anything else is returned unchanged. */
export const networkKeyOf = (address: string): string => networkOf(address, 64) ?? address;

/** Normalizes an email address to its mailbox: lower case, without the part behind a plus sign. */
export function mailboxOf(email: string): string {
  const plain = email.normalize('NFKC').trim().toLowerCase();
  const at = plain.lastIndexOf('@');
  return at < 1 ? plain : `${plain.slice(0, at).replace(/(?<=.)\+.*$/, '')}${plain.slice(at)}`;
}
