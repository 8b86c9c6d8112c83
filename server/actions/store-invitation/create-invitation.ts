import { z } from 'zod';
import { findMerchant } from '#server/accounts/data/merchants.ts';
import { changesBetween } from '#server/domain/changes.ts';
import { ApiError, errors } from '#server/domain/errors.ts';
import { emailAddress, shortId } from '#server/domain/fields.ts';
import { invitationFacts } from '#server/events/audit/rules/audit-facts.ts';
import { recordStandingEvent } from '#server/events/data/events.ts';
import { defineAction, refuseWithoutMerchant } from '#server/platform/action.ts';
import { scopeOfStore } from '#server/platform/data/merchant-scope.ts';
import { permissionRefusals, requirePermission } from '#server/stores/rules/roles.ts';
import {
  fullRefusal,
  invitationState,
  requireInvitationSlot,
  sendingRefusals,
} from '#server/stores/rules/store-invitation.ts';
import {
  countOpenInvitations,
  findPendingInvitation,
  insertInvitation,
  isMemberAddress,
  newInvitationToken,
  sendInvitation,
  updateInvitation,
} from '#server/stores/store-invitations.ts';
import { lockMemberStore } from '#server/stores/stores.ts';
import { invitationLink, invitationObject, sentInvitationOutput } from './invitation-object.ts';

const isMembers = 'This address already belongs to a member';
const isInvited = 'This address already has an open invitation';

/**
 * `store-invitation/create-invitation`: emails an invitation to join a store. The answer does not reveal whether the
 * address has an account. Limits: 20 open invitations per store; per 24 hours 5 emails to one address and 50 from the
 * owner's stores.
 */
export const createInvitation = defineAction({
  callers: ['dashboard'],
  scope: 'shared',
  layer: 'store',
  input: z.object({
    storeId: shortId('STO'),
    email: emailAddress('email').transform((email) => email.toLowerCase()),
    role: z.enum(['admin', 'member']),
  }),
  output: sentInvitationOutput,
  docs: {
    summary: 'Invite a person to a store by email',
    refusals: [
      { status: 400, message: isMembers, when: 'the address belongs to a member of the store' },
      { status: 400, message: isInvited, when: 'the address has an open invitation; resend that one' },
      fullRefusal,
      { status: 403, message: permissionRefusals.manageMembers, when: 'the caller is neither owner nor admin' },
      errors.storeNotFound().when('there is no such store, or it is not the merchant’s'),
      ...sendingRefusals,
    ],
    example: { storeId: '$storeId', email: 'partner@example.com', role: 'member' },
  },
  refuseCaller: refuseWithoutMerchant,
  async run({ tx, caller, actor, now, settings }, { storeId, email, role }) {
    const store = await lockMemberStore(tx, caller.merchantId, storeId);
    requirePermission(store.role, 'manageMembers');
    if (await isMemberAddress(tx, store.id, email)) {
      throw new ApiError(400, isMembers, 'store', { code: 'already_member', path: 'email' });
    }
    const pending = await findPendingInvitation(tx, scopeOfStore(store), email);
    if (pending && invitationState(pending, now) === 'open') {
      throw new ApiError(400, isInvited, 'store', { code: 'already_invited', path: 'email' });
    }
    // An expired invitation makes room for the new one.
    if (pending) await updateInvitation(tx, pending, { revokedAt: now }, now);
    requireInvitationSlot(await countOpenInvitations(tx, scopeOfStore(store), now));
    const inviter = (await findMerchant(tx, caller.merchantId))?.name ?? '';
    const inserted = await insertInvitation(tx, store, { email, role, invitedBy: caller.merchantId }, now);
    const link = { token: newInvitationToken(store.id), inviter, appUrl: settings.appUrl };
    const invitation = await sendInvitation(tx, store, inserted, link, now);
    const changes = changesBetween(null, invitationFacts(invitation));
    const event = { type: 'store_invitation.created', objectId: store.id, changes } as const;
    await recordStandingEvent(tx, store, actor, event, now);
    return { invitation: invitationObject(invitation), link: invitationLink(settings.appUrl, link.token) };
  },
});
