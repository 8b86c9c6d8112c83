/** Event rows: what happened to which object, by whom. */
import { networkOf } from '#server/domain/network-address.ts';

/** Stands for a merchant where something happens to the service itself. No merchant has this id, and none sees it. */
export const serviceId = '00000000-0000-0000-0000-000000000000';

/**
 * Who did it. `by` is a merchant's, key's or store's id, a customer's identity with the merchant, the name of the job or of
 * the command, or that of the payment provider in whose own dashboard it was done. A visitor is anybody who has not
 * proved who they are; `by` is what they say.
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
  /** From where, where it came from outside. */
  readonly from?: Origin;
}

/** Those who work for a merchant or the service, and who tries to sign in as one of them. */
const keptWhole: ReadonlySet<Actor['kind']> = new Set(['apiKey', 'dashboard', 'operator', 'visitor']);

/**
 * Where somebody came from, as it is kept. Events are kept for good: of all whom a merchant does not answer for, buyers
 * above all, the network stays, which shows what came from one place and names nobody.
 */
export function keptOrigin(kind: Actor['kind'], { address, ...rest }: Origin): Origin {
  const kept = address !== undefined && !keptWhole.has(kind) ? networkOf(address) : address;
  return { ...(kept !== undefined && { address: kept }), ...rest };
}

/** Where a request came from, or a command. */
export interface Origin {
  /** Of buyers only the network: "203.0.113.0/24". */
  readonly address?: string;
  /** What the client's program calls itself, cut short. */
  readonly userAgent?: string;
  readonly requestId?: string;
  /** Of a command: the account on the server's own machine. */
  readonly user?: string;
}

/** An object's fields before and after a change, none of them secret; only those that differ. */
export interface Changes {
  readonly before?: Readonly<Record<string, unknown>>;
  readonly after?: Readonly<Record<string, unknown>>;
}
