/**
 * Invitations into a store. Any account with a verified address may accept with the link. The link does not prove an
 * address, because its recipient may pass it on. Only its hash is stored.
 */
import { z } from 'zod';
import { ApiError } from '#server/domain/errors.ts';
import { fromShortId } from '#server/domain/ids.ts';
import { may, permissionRefusals, type Role } from './roles.ts';

/** How long a link is valid, and how many invitations may be open in a store. */
export const invitationTtlSeconds = 7 * 24 * 60 * 60;
export const maxOpenInvitations = 20;

/** Daily limits of invitations per address, and per owner of the stores that send them. */
export const maxInvitationsPerAddress = 5;
export const maxInvitationsPerOwner = 50;

interface InvitationDates {
  readonly expiresAt: Date;
  readonly acceptedAt: Date | null;
  readonly revokedAt: Date | null;
}

/** The state of an invitation. */
export type InvitationState = 'open' | 'accepted' | 'revoked' | 'expired';

export function invitationState({ expiresAt, acceptedAt, revokedAt }: InvitationDates, now: Date): InvitationState {
  if (acceptedAt) return 'accepted';
  if (revokedAt) return 'revoked';
  return expiresAt <= now ? 'expired' : 'open';
}

const closedMessages: Readonly<Record<Exclude<InvitationState, 'open'>, string>> = {
  accepted: 'This invitation has already been accepted',
  revoked: 'This invitation has been revoked or declined',
  expired: 'This invitation has expired; ask for a new one',
};
const withdrawnMessage = 'The sender of this invitation can no longer invite people to the store; ask for a new one';

/** Throws 400 unless the invitation is open. */
export function requireOpen(invitation: InvitationDates, now: Date): void {
  const state = invitationState(invitation, now);
  if (state !== 'open') throw new ApiError(400, closedMessages[state], 'store');
}

/** Throws 400 unless the inviter may still invite: a removed member's invitations are void. */
export function requireInviter(role: Role | undefined): void {
  if (role === undefined || !may(role, 'manageMembers')) throw new ApiError(400, withdrawnMessage, 'store');
}

const fullMessage = `At most ${maxOpenInvitations} open invitations per store`;

/** Throws 400 if the limit of open invitations is reached. */
export function requireInvitationSlot(open: number): void {
  if (open >= maxOpenInvitations) throw new ApiError(400, fullMessage, 'store');
}

/** The refusal at the limit of open invitations, for the API reference. */
export const fullRefusal = { status: 400, message: fullMessage, when: 'the store has the maximum number' } as const;

export const invitationNotFound = () => new ApiError(404, 'Invitation not found', 'store');

const perAddressMessage = `This address was sent ${maxInvitationsPerAddress} invitations within 24 hours, the maximum`;
const perOwnerMessage = `The stores of this owner sent ${maxInvitationsPerOwner} invitations within 24 hours, the maximum`;
const tooMany = (message: string) => (waitSeconds: number) =>
  new ApiError(429, message, 'store', { headers: { 'Retry-After': String(waitSeconds) } });
export const tooManyToAddress = tooMany(perAddressMessage);
export const tooManyOfOwner = tooMany(perOwnerMessage);

/** The refusals of endpoints that send an invitation, for the API reference. */
export const sendingRefusals = [
  {
    status: 429,
    message: perAddressMessage,
    when: 'the address got too many invitations, from all stores together; retry after `Retry-After` seconds',
  },
  {
    status: 429,
    message: perOwnerMessage,
    when: 'the owner’s stores sent too many invitations, including resent and revoked ones; retry after `Retry-After` seconds',
  },
] as const;

/** The refusals of endpoints that change an invitation, for the API reference. */
export const managerRefusals = [
  { status: 403, message: permissionRefusals.manageMembers, when: 'the caller is neither owner nor admin' },
  invitationNotFound().when('the invitation does not exist, or belongs to another store'),
] as const;

/** The refusals of an invitation that is not open, for the API reference. */
export const closedRefusals = Object.values(closedMessages).map(
  (message) => ({ status: 400, message, when: 'the invitation is no longer open' }) as const,
);

/** The refusals of endpoints that answer an invitation, for the API reference. */
export const answerRefusals = [...closedRefusals, invitationNotFound().when('no invitation has this token')] as const;
export const withdrawnRefusal = {
  status: 400,
  message: withdrawnMessage,
  when: 'the sender is no longer an owner or admin of the store',
} as const;

const secretLength = 43;

/** The store in a token; undefined if the text is no token. */
export const storeIdIn = (token: string): string | undefined => fromShortId('STO', `STO_${token.slice(secretLength)}`);

/** The token in the fragment of the emailed link. */
export const invitationToken = () =>
  z
    .string()
    .regex(/^[\w-]{43}[0-9A-Za-z]{22}$/, { error: 'Invalid token: must be the last part of the emailed link' })
    .meta({ description: 'The last part of the emailed link' });
