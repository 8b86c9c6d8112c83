/** Events: what happened to which object, by whom. */
import { networkOf } from '#server/domain/network-address.ts';

/** The merchant id of the service's own events. No merchant has it. */
export const serviceId = '00000000-0000-0000-0000-000000000000';

/**
 * `by` is the id of a merchant, key or store, a customer's identity, or the name of a job, a command or the payment provider
 * in whose dashboard the change was made. A visitor has not proved their identity: `by` is what they claim.
 */
export interface Actor {
  readonly kind:
    | 'apiKey'
    | 'dashboard'
    | 'storeSlug'
    | 'sessionToken'
    | 'checkout'
    | 'portal'
    | 'visitor'
    | 'worker'
    | 'operator'
    | 'provider';
  readonly by: string;
  /** For requests and commands. */
  readonly from?: Origin;
}

/** Actors who work for a merchant or the service, and visitors who try to sign in as one. */
const storedInFull: ReadonlySet<Actor['kind']> = new Set(['apiKey', 'dashboard', 'operator', 'visitor']);

/**
 * The origin as it is stored. Events are stored forever, so of buyers and other outsiders only the network is stored: it
 * shows what came from one place and identifies no person.
 */
export function keptOrigin(kind: Actor['kind'], { address, ...rest }: Origin): Origin {
  const stored = address !== undefined && !storedInFull.has(kind) ? networkOf(address) : address;
  return { ...(stored !== undefined && { address: stored }), ...rest };
}

/** The origin of a request or a command. */
export interface Origin {
  /** For buyers only the network: "203.0.113.0/24". */
  readonly address?: string;
  /** Truncated. */
  readonly userAgent?: string;
  readonly requestId?: string;
  /** Of a command: the operating system's user. */
  readonly user?: string;
}

/** An object's fields before and after a change; only those that differ, and no secrets. */
export interface Changes {
  readonly before?: Readonly<Record<string, unknown>>;
  readonly after?: Readonly<Record<string, unknown>>;
}
