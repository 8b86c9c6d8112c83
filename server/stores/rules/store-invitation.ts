/**
 * Invitations into a store. A person with the link may accept it with the account that they are signed in to, whose own
 * address has to be verified. The link proves no address: its sender may pass it on. Only a hash of it is kept.
 */
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { ApiError } from '#server/domain/errors.ts';
import { may, permissionRefusals, type Role } from './roles.ts';

/** How long a link is good for, and how many may wait for an answer in one store. */
export const invitationTtlSeconds = 7 * 24 * 60 * 60;
export const maxOpenInvitations = 20;

/** Mails to strangers are few: to one address, of whichever store, and of one owner's stores, to whomever. */
export const invitationDaySeconds = 24 * 60 * 60;
export const maxInvitationsPerAddress = 5;
export const maxInvitationsPerOwner = 50;

interface Standing {
  readonly expiresAt: Date;
  readonly acceptedAt: Date | null;
  readonly revokedAt: Date | null;
}

/** What has become of an invitation. */
export type InvitationState = 'open' | 'accepted' | 'revoked' | 'expired';

export function invitationState({ expiresAt, acceptedAt, revokedAt }: Standing, now: Date): InvitationState {
  if (acceptedAt) return 'accepted';
  if (revokedAt) return 'revoked';
  return expiresAt <= now ? 'expired' : 'open';
}

const closedMessages: Readonly<Record<Exclude<InvitationState, 'open'>, string>> = {
  accepted: 'This invitation has been accepted already',
  revoked: 'This invitation has been taken back or declined',
  expired: 'This invitation has expired; ask for another one',
};
const withdrawnMessage = 'Whoever sent this invitation may no longer invite into the store; ask for another one';

/** 400 unless it can still be answered. */
export function requireOpen(invitation: Standing, now: Date): void {
  const state = invitationState(invitation, now);
  if (state !== 'open') throw new ApiError(400, closedMessages[state], 'store');
}

/** 400 unless who invited is still somebody who may: whoever was put out of a store lets nobody in any more. */
export function requireInviter(role: Role | undefined): void {
  if (role === undefined || !may(role, 'manageMembers')) throw new ApiError(400, withdrawnMessage, 'store');
}

const fullMessage = `At most ${maxOpenInvitations} open invitations per store`;

/** 400 where as many are open as there may be. */
export function requireRoom(open: number): void {
  if (open >= maxOpenInvitations) throw new ApiError(400, fullMessage, 'store');
}

/** What the reference says of the endpoints that open one. */
export const fullRefusal = { status: 400, message: fullMessage, when: 'there are as many' } as const;

export const invitationNotFound = () => new ApiError(404, 'Invitation not found', 'store');

const perAddressMessage = `This address was sent ${maxInvitationsPerAddress} invitations within 24 hours, the most there can be`;
const perOwnerMessage = `The stores of this owner sent ${maxInvitationsPerOwner} invitations within 24 hours, the most there can be`;
const tooMany = (message: string) => (waitSeconds: number) =>
  new ApiError(429, message, 'store', { headers: { 'Retry-After': String(waitSeconds) } });
export const tooManyToAddress = tooMany(perAddressMessage);
export const tooManyOfOwner = tooMany(perOwnerMessage);

/** What the reference says of the endpoints that send one. */
export const sendingRefusals = [
  { status: 429, message: perAddressMessage, when: 'whichever stores sent them; `Retry-After` says when to try again' },
  {
    status: 429,
    message: perOwnerMessage,
    when: 'those sent again or taken back count too; `Retry-After` says when to try again',
  },
] as const;

/** What the reference says of the endpoints that change one from inside the store. */
export const keeperRefusals = [
  { status: 403, message: permissionRefusals.manageMembers, when: 'neither owner nor admin' },
  invitationNotFound().when('there is no such invitation, or it is of another store'),
] as const;

/** What the reference says of an invitation that can no longer be answered. */
export const closedRefusals = Object.values(closedMessages).map(
  (message) => ({ status: 400, message, when: 'it is no longer open' }) as const,
);

/** What the reference says of the endpoints that answer one. */
export const answerRefusals = [...closedRefusals, invitationNotFound().when('no invitation has this token')] as const;
export const withdrawnRefusal = {
  status: 400,
  message: withdrawnMessage,
  when: 'who invited is no member any more, or neither owner nor admin',
} as const;

/** 256 random bits. */
export const newInvitationToken = (): string => randomBytes(32).toString('base64url');

/** What stands behind the `#` of the emailed link. */
export const invitationToken = () =>
  z
    .string()
    .regex(/^[\w-]{43}$/, { error: 'Invalid token: must be what the emailed link ends with' })
    .meta({ description: 'What the emailed link ends with' });
