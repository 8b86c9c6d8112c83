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
 * The origin to store. Events are stored forever, so only the network of buyers and other outsiders is stored: it shows which
 * requests share a source and identifies no person.
 */
export function storedOrigin(kind: Actor['kind'], { address, ...rest }: Origin): Origin {
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
