import { z } from 'zod';
import { changesBetween } from '#server/domain/changes.ts';
import { ApiError, errors } from '#server/domain/errors.ts';
import { shortId, shownMoment } from '#server/domain/fields.ts';
import { toShortId } from '#server/domain/ids.ts';
import { memberFacts } from '#server/events/audit/rules/audit-facts.ts';
import { recordEvent } from '#server/events/data/events.ts';
import { defineAction, refuseWithoutMerchant } from '#server/platform/action.ts';
import { permissionRefusals, requirePermission, roles } from '#server/stores/rules/roles.ts';
import { type Member, requireMember, saveMemberRole, saveOwner } from '#server/stores/store-members.ts';
import { lockMemberStore } from '#server/stores/stores.ts';
import { memberFields, storeMerchantObject, storeMerchantOutput } from './store-merchant-object.ts';

function isOwner(): ApiError {
  const message = 'The owner’s role cannot be changed; to transfer the store, make another member its owner';
  return new ApiError(400, message, 'store');
}

/**
 * `store-merchant/update-role`: changes a member's role. `owner` transfers the store, which only the owner can do; the
 * former owner becomes an admin. The owner's role cannot be changed in any other way.
 */
export const updateRole = defineAction({
  callers: ['apiKey', 'dashboard'],
  scope: 'shared',
  keyScope: 'administer',
  layer: 'store',
  input: z.object({
    storeId: shortId('STO'),
    merchantId: shortId('MER'),
    role: z.enum(roles).meta({ description: '`owner` transfers the store' }),
  }),
  output: storeMerchantOutput.extend({ ...memberFields, updatedAt: shownMoment() }),
  docs: {
    summary: 'Change a member’s role or transfer the store',
    refusals: [
      isOwner().when('the member is the owner'),
      { status: 403, message: permissionRefusals.manageMembers, when: 'the caller is neither owner nor admin' },
      {
        status: 403,
        message: permissionRefusals.handOverStore,
        when: 'the caller is an admin, and `role` is `owner`',
      },
      errors.storeNotFound().when('there is no such store, or it is not the merchant’s'),
      errors.memberNotFound().when('the account is not a member of the store'),
    ],
    example: { storeId: '$storeId', merchantId: '$merchantId', role: 'admin' },
  },
  refuseCaller: refuseWithoutMerchant,
  async run({ tx, caller, environment, actor, now }, { storeId, merchantId, role }) {
    const store = await lockMemberStore(tx, caller.merchantId, storeId);
    requirePermission(store.role, 'manageMembers');
    const member = await requireMember(tx, store.id, merchantId);
    if (role === member.role) return answer(member, now);
    if (role === 'owner') requirePermission(store.role, 'handOverStore');
    if (member.role === 'owner') throw isOwner();
    const saved = role === 'owner' ? await saveOwner(tx, store, member, now) : await saveMemberRole(tx, member, role);
    const event = {
      type: 'store_member.role_changed',
      objectId: store.id,
      data: {
        merchantId: toShortId('MER', merchantId),
        from: member.role,
        to: role,
        ...(role === 'owner' && { formerOwner: toShortId('MER', store.ownerId) }),
      },
      changes: changesBetween(memberFacts(member), memberFacts(saved)),
    } as const;
    await recordEvent(tx, { merchantId: store.merchantId, storeId: store.id, environment, actor, ...event }, now);
    return answer(saved, now);
  },
});

function answer(member: Member, now: Date) {
  const storeMerchant = storeMerchantObject(member);
  const { createdAt: _, ...shown } = storeMerchant;
  return { storeMerchant, ...shown, updatedAt: now.toISOString() };
}
