import { z } from 'zod';
import { changesBetween } from '#server/domain/changes.ts';
import { uuid } from '#server/domain/fields.ts';
import { invitationFacts } from '#server/events/audit/rules/audit-facts.ts';
import { recordStandingEvent } from '#server/events/data/events.ts';
import { defineAction, refuseWithoutMerchant } from '#server/platform/action.ts';
import { requirePermission } from '#server/stores/rules/roles.ts';
import {
  closedRefusals,
  invitationState,
  managerRefusals,
  requireOpen,
} from '#server/stores/rules/store-invitation.ts';
import { lockMemberInvitation, updateInvitation } from '#server/stores/store-invitations.ts';
import { invitationObject, invitationOutput } from './invitation-object.ts';

/** `store-invitation/revoke-invitation`: revokes an invitation and voids its link. */
export const revokeInvitation = defineAction({
  callers: ['dashboard'],
  scope: 'shared',
  layer: 'store',
  input: z.object({ id: uuid() }),
  output: invitationOutput,
  docs: {
    summary: 'Revoke an invitation',
    refusals: [...closedRefusals, ...managerRefusals],
    example: { id: '$invitationId' },
  },
  refuseCaller: refuseWithoutMerchant,
  async run({ tx, caller, actor, now }, { id }) {
    const { store, invitation } = await lockMemberInvitation(tx, caller.merchantId, id);
    requirePermission(store.role, 'manageMembers');
    if (invitationState(invitation, now) !== 'expired') requireOpen(invitation, now);
    const revoked = await updateInvitation(tx, invitation, { revokedAt: now }, now);
    const changes = changesBetween(invitationFacts(invitation), null);
    const event = { type: 'store_invitation.revoked', objectId: store.id, changes } as const;
    await recordStandingEvent(tx, store, actor, event, now);
    return { invitation: invitationObject(revoked) };
  },
});
