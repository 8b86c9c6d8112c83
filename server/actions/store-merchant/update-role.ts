import { z } from 'zod';
import { changesBetween } from '#server/domain/changes.ts';
import { ApiError, errors } from '#server/domain/errors.ts';
import { shortId } from '#server/domain/fields.ts';
import { toShortId } from '#server/domain/ids.ts';
import { memberFacts } from '#server/events/audit/rules/audit-facts.ts';
import { recordEvent } from '#server/events/data/events.ts';
import { defineAction, refuseWithoutMerchant } from '#server/platform/action.ts';
import { permissionRefusals, requirePermission, roles } from '#server/stores/rules/roles.ts';
import { requireMember, saveMemberRole, saveOwner } from '#server/stores/store-members.ts';
import { lockMemberStore } from '#server/stores/stores.ts';
import { storeMerchantObject, storeMerchantOutput } from './store-merchant-object.ts';

function isOwner(): ApiError {
  const message = 'The owner’s role cannot be changed; hand the store over by making another member its owner';
  return new ApiError(400, message, 'store');
}

/**
 * `store-merchant/update-role`: gives a member another role. Takes `storeId`, `merchantId` and `role`; gives
 * `data.storeMerchant`. `owner` hands the store over, which only the owner can, who becomes an admin by it; there is
 * no other way to take the owner's role away (400). The role that the member has changes nothing. 403 unless owner or
 * admin, 404 for a store that is not the merchant's and for an account that is no member.
 */
export const updateRole = defineAction({
  callers: ['apiKey', 'dashboard'],
  scope: 'shared',
  layer: 'store',
  input: z.object({
    storeId: shortId('STO'),
    merchantId: shortId('MER'),
    role: z.enum(roles).meta({ description: '`owner` hands the store over' }),
  }),
  output: storeMerchantOutput,
  docs: {
    summary: 'Give a member another role, or hand the store over',
    refusals: [
      isOwner().when('the member is the owner'),
      { status: 403, message: permissionRefusals.manageMembers, when: 'neither owner nor admin' },
      {
        status: 403,
        message: permissionRefusals.handOverStore,
        when: 'an admin makes somebody the owner',
      },
      errors.storeNotFound().when('there is no such store, or it is not the merchant’s'),
      errors.memberNotFound().when('the account is no member of the store'),
    ],
    example: { storeId: '$storeId', merchantId: '$merchantId', role: 'admin' },
  },
  refuseCaller: refuseWithoutMerchant,
  async run({ tx, caller, environment, actor, now }, { storeId, merchantId, role }) {
    const store = await lockMemberStore(tx, caller.merchantId, storeId);
    requirePermission(store.role, 'manageMembers');
    const member = await requireMember(tx, store.id, merchantId);
    if (role === member.role) return { storeMerchant: storeMerchantObject(member) };
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
    return { storeMerchant: storeMerchantObject(saved) };
  },
});
