import { z } from 'zod';
import { countsAsVerified } from '#server/accounts/data/address-proof.ts';
import { findMerchant } from '#server/accounts/data/merchants.ts';
import { changesBetween } from '#server/domain/changes.ts';
import { errors } from '#server/domain/errors.ts';
import { shownId } from '#server/domain/fields.ts';
import { toShortId } from '#server/domain/ids.ts';
import { invitationFacts, memberFacts } from '#server/events/audit/rules/audit-facts.ts';
import { recordStandingEvent } from '#server/events/data/events.ts';
import { defineAction, refuseWithoutMerchant } from '#server/platform/action.ts';
import {
  answerRefusals,
  invitationToken,
  requireInviter,
  requireOpen,
  withdrawnRefusal,
} from '#server/stores/rules/store-invitation.ts';
import { lockTokenInvitation, updateInvitation } from '#server/stores/store-invitations.ts';
import { insertMember } from '#server/stores/store-members.ts';

/**
 * `store-invitation/accept-invitation`: makes the signed-in account a member by the emailed link. The account may have
 * another email address, but it must be verified. The link works once, also for concurrent calls.
 */
export const acceptInvitation = defineAction({
  callers: ['dashboard'],
  scope: 'shared',
  layer: 'store',
  input: z.object({ token: invitationToken() }),
  output: z.object({
    store: z.object({ id: shownId('STO'), name: z.string(), slug: z.string() }),
    role: z.enum(['admin', 'member']),
  }),
  docs: {
    summary: 'Accept an invitation to a store',
    refusals: [
      ...answerRefusals,
      withdrawnRefusal,
      errors.emailNotVerified().when('the account’s address is not verified'),
      errors.alreadyMember().when('the account is a member'),
    ],
    example: { token: '$invitationToken' },
  },
  refuseCaller: refuseWithoutMerchant,
  async run({ tx, caller, actor, now, settings }, { token }) {
    const account = await findMerchant(tx, caller.merchantId);
    if (!account || !countsAsVerified(settings, account)) {
      throw errors.emailNotVerified();
    }
    const { store, invitation, inviterRole } = await lockTokenInvitation(tx, token);
    requireOpen(invitation, now);
    requireInviter(inviterRole);
    const member = await insertMember(tx, store.id, caller.merchantId, invitation.role, now);
    if (!member) throw errors.alreadyMember();
    await updateInvitation(tx, invitation, { acceptedAt: now, acceptedBy: caller.merchantId }, now);
    const about = { objectId: store.id } as const;
    const accepted = { ...about, type: 'store_invitation.accepted', data: invitationFacts(invitation) } as const;
    await recordStandingEvent(tx, store, actor, accepted, now);
    const added = {
      ...about,
      type: 'store_member.added',
      data: { merchantId: toShortId('MER', caller.merchantId), role: invitation.role },
      changes: changesBetween(null, memberFacts(member)),
    } as const;
    await recordStandingEvent(tx, store, actor, added, now);
    return {
      store: { id: toShortId('STO', store.id), name: store.name, slug: store.slug },
      role: invitation.role,
    };
  },
});
