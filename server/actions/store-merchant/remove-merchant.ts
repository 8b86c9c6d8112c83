import { z } from 'zod';
import { changesBetween } from '#server/domain/changes.ts';
import { ApiError, errors } from '#server/domain/errors.ts';
import { shortId, shownMoment } from '#server/domain/fields.ts';
import { toShortId } from '#server/domain/ids.ts';
import { memberFacts } from '#server/events/audit/rules/audit-facts.ts';
import { recordEvent } from '#server/events/data/events.ts';
import { defineAction, refuseWithoutMerchant } from '#server/platform/action.ts';
import { permissionRefusals, requirePermission } from '#server/stores/rules/roles.ts';
import { deleteMember, requireMember } from '#server/stores/store-members.ts';
import { lockMemberStore } from '#server/stores/stores.ts';
import { storeMerchantObject, storeMerchantOutput } from './store-merchant-object.ts';

const isOwner = () => new ApiError(400, 'The owner cannot be removed; transfer the store first', 'store');

/**
 * `store-merchant/remove-merchant`: ends an account's membership. Members may remove themselves. The owner cannot be
 * removed: a store always has one.
 */
export const removeMerchant = defineAction({
  callers: ['apiKey', 'dashboard'],
  scope: 'shared',
  keyScope: 'administer',
  layer: 'store',
  input: z.object({ storeId: shortId('STO'), merchantId: shortId('MER') }),
  output: storeMerchantOutput.extend({ message: z.string(), removedAt: shownMoment() }),
  docs: {
    summary: 'Remove a member from a store',
    refusals: [
      isOwner().when('the member is the owner'),
      {
        status: 403,
        message: permissionRefusals.manageMembers,
        when: 'the caller is neither owner, admin nor the member',
      },
      errors.storeNotFound().when('there is no such store, or it is not the merchant’s'),
      errors.memberNotFound().when('the account is not a member of the store'),
    ],
    example: { storeId: '$storeId', merchantId: '$merchantId' },
  },
  refuseCaller: refuseWithoutMerchant,
  async run({ tx, caller, environment, actor, now }, { storeId, merchantId }) {
    const store = await lockMemberStore(tx, caller.merchantId, storeId);
    if (merchantId !== caller.merchantId) requirePermission(store.role, 'manageMembers');
    const member = await requireMember(tx, store.id, merchantId);
    if (member.role === 'owner') throw isOwner();
    await deleteMember(tx, member);
    const event = {
      type: 'store_member.removed',
      objectId: store.id,
      data: { merchantId: toShortId('MER', merchantId), role: member.role },
      changes: changesBetween(memberFacts(member), null),
    } as const;
    await recordEvent(tx, { merchantId: store.merchantId, storeId: store.id, environment, actor, ...event }, now);
    const message = 'The member was removed from the store';
    return { storeMerchant: storeMerchantObject(member), message, removedAt: now.toISOString() };
  },
});
