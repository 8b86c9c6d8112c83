import { z } from 'zod';
import { invitationFacts } from '#server/events/audit/rules/audit-facts.ts';
import { recordStandingEvent } from '#server/events/data/events.ts';
import { defineAction, refuseWithoutMerchant } from '#server/platform/action.ts';
import { answerRefusals, invitationToken, requireOpen } from '#server/stores/rules/store-invitation.ts';
import { lockTokenInvitation, updateInvitation } from '#server/stores/store-invitations.ts';

/** `store-invitation/decline-invitation`: declines an invitation by the emailed link and voids the link. */
export const declineInvitation = defineAction({
  callers: ['dashboard'],
  scope: 'shared',
  layer: 'store',
  input: z.object({ token: invitationToken() }),
  output: z.object({ declined: z.literal(true) }),
  docs: {
    summary: 'Decline an invitation to a store',
    refusals: answerRefusals,
    example: { token: '$invitationToken' },
  },
  refuseCaller: refuseWithoutMerchant,
  async run({ tx, actor, now }, { token }) {
    const { store, invitation } = await lockTokenInvitation(tx, token);
    requireOpen(invitation, now);
    await updateInvitation(tx, invitation, { revokedAt: now }, now);
    const data = invitationFacts(invitation);
    const event = { type: 'store_invitation.declined', objectId: store.id, data } as const;
    await recordStandingEvent(tx, store, actor, event, now);
    return { declined: true as const };
  },
});
