import { z } from 'zod';
import { findMerchant } from '#server/accounts/data/merchants.ts';
import { uuid } from '#server/domain/fields.ts';
import { invitationFacts } from '#server/events/audit/rules/audit-facts.ts';
import { recordStandingEvent } from '#server/events/data/events.ts';
import { defineAction, refuseWithoutMerchant } from '#server/platform/action.ts';
import { scopeOfStore } from '#server/platform/data/merchant-scope.ts';
import { requirePermission } from '#server/stores/rules/roles.ts';
import {
  closedRefusals,
  fullRefusal,
  invitationState,
  managerRefusals,
  requireInvitationSlot,
  requireOpen,
  sendingRefusals,
} from '#server/stores/rules/store-invitation.ts';
import {
  countOpenInvitations,
  lockMemberInvitation,
  newInvitationToken,
  sendInvitation,
  updateInvitation,
} from '#server/stores/store-invitations.ts';
import { invitationLink, invitationObject, sentInvitationOutput } from './invitation-object.ts';

/**
 * `store-invitation/resend-invitation`: emails an invitation again with a new link, valid for another week, and voids
 * the previous one. The caller becomes the inviter. The limits of `create-invitation` apply.
 */
export const resendInvitation = defineAction({
  callers: ['dashboard'],
  scope: 'shared',
  layer: 'store',
  input: z.object({ id: uuid() }),
  output: sentInvitationOutput,
  docs: {
    summary: 'Resend an invitation with a new link',
    refusals: [...closedRefusals, fullRefusal, ...managerRefusals, ...sendingRefusals],
    example: { id: '$invitationId' },
  },
  refuseCaller: refuseWithoutMerchant,
  async run({ tx, caller, actor, now, settings }, { id }) {
    const { store, invitation } = await lockMemberInvitation(tx, caller.merchantId, id);
    requirePermission(store.role, 'manageMembers');
    // Resending reopens an expired invitation, so it counts against the limit again.
    if (invitationState(invitation, now) === 'expired')
      requireInvitationSlot(await countOpenInvitations(tx, scopeOfStore(store), now));
    else requireOpen(invitation, now);
    const own = await updateInvitation(tx, invitation, { invitedBy: caller.merchantId }, now);
    const inviter = (await findMerchant(tx, caller.merchantId))?.name ?? '';
    const link = { token: newInvitationToken(store.id), inviter, appUrl: settings.appUrl };
    const sent = await sendInvitation(tx, store, own, link, now);
    const data = invitationFacts(sent);
    const event = { type: 'store_invitation.resent', objectId: store.id, data } as const;
    await recordStandingEvent(tx, store, actor, event, now);
    return { invitation: invitationObject(sent), link: invitationLink(settings.appUrl, link.token) };
  },
});
