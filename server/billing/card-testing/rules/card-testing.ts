/** What counts as a sign of card testing, and when a store's brake is on. (docs/behavior/card-testing.md.) */
import type { DeclineCode } from '#server/domain/declines.ts';
import type { Environment } from '#server/domain/environments.ts';
import { networkOf } from '#server/domain/network-address.ts';

/** How long a decline counts. A developer who tries declined test cards is held up for a minute at most. */
export const windowSeconds: Readonly<Record<Environment, number>> = { prod: 600, test: 60 };

/** The brake: so large a share of a store's attempts has no good end … */
const brakeShare = 0.3;
/** … and once so many times the setting's declines are open or declined, buyers also wait. */
const waitFactor = 2.5;
/** A network with more attempts without a good end is busy: under the brake its buyers wait for longer. */
export const maxPerPlaceUnderBrake = 2;
/** How long a buyer waits before the attempt is repeated … */
export const waitSeconds = 30;
/** … and in a busy network, such as one that makes more attempts in that time. */
export const maxPerPlaceWhileWaiting = 3;
export const impatientSeconds = 60;

/**
 * Declines that tell something about the card. The others are failures of a bank, a network or this service, which say
 * nothing about it, and would put honest buyers off during somebody else's outage.
 */
const telling: ReadonlySet<string> = new Set<DeclineCode>([
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

export const isTellingDecline = (code: string | null): boolean => telling.has(code ?? '');

/** What is known about a store's attempts in the window, the one at hand included. */
export interface StoreCounts {
  readonly attempts: number;
  /** Attempts in flight, waiting for a bank, or declined. */
  readonly unproven: number;
}

/** Whether the brake would be on if every unproven attempt were declined. */
export const looksLikeTesting = ({ attempts, unproven }: StoreCounts, minDeclines: number): boolean =>
  unproven > minDeclines && unproven > brakeShare * attempts;

/** Whether 3-D Secure alone is not enough any more, because nobody passes it. */
export const mustWait = ({ unproven }: StoreCounts, minDeclines: number): boolean =>
  unproven > waitFactor * minDeclines;

/** The network that an address belongs to: IPv4 /24, IPv6 /64. What is no address stands for itself. */
export const placeOf = (address: string): string => networkOf(address, 64) ?? address;

/** One spelling for the addresses that reach one mailbox: lower case, without the part behind a plus sign. */
export function mailboxOf(email: string): string {
  const plain = email.normalize('NFKC').trim().toLowerCase();
  const at = plain.lastIndexOf('@');
  return at < 1 ? plain : `${plain.slice(0, at).replace(/(?<=.)\+.*$/, '')}${plain.slice(at)}`;
}
