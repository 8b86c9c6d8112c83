import { z } from 'zod';
import { findMerchant } from '#server/accounts/data/merchants.ts';
import { changesBetween } from '#server/domain/changes.ts';
import { errors } from '#server/domain/errors.ts';
import { shortId } from '#server/domain/fields.ts';
import { toShortId } from '#server/domain/ids.ts';
import { memberFacts } from '#server/events/audit/rules/audit-facts.ts';
import { recordEvent } from '#server/events/data/events.ts';
import { defineAction, refuseWithoutMerchant } from '#server/platform/action.ts';
import { permissionRefusals, requirePermission } from '#server/stores/rules/roles.ts';
import { insertMember } from '#server/stores/store-members.ts';
import { lockMemberStore } from '#server/stores/stores.ts';
import { storeMerchantObject, storeMerchantOutput } from './store-merchant-object.ts';

/**
 * `store-merchant/add-merchant`: adds another account to a store. The response reveals only the account's id. Accounts
 * are added by id, not by email, because emails may be unverified.
 */
export const addMerchant = defineAction({
  callers: ['apiKey', 'dashboard'],
  scope: 'shared',
  layer: 'store',
  input: z.object({
    storeId: shortId('STO'),
    merchantId: shortId('MER'),
    role: z.enum(['admin', 'member']),
  }),
  output: storeMerchantOutput,
  docs: {
    summary: 'Add another account to a store',
    refusals: [
      errors.alreadyMember().when('the account is a member'),
      { status: 403, message: permissionRefusals.manageMembers, when: 'the caller is neither owner nor admin' },
      errors.storeNotFound().when('there is no such store, or it is not the merchant’s'),
      errors.merchantNotFound().when('the account does not exist'),
    ],
    example: { storeId: '$storeId', merchantId: '$merchantId', role: 'member' },
  },
  refuseCaller: refuseWithoutMerchant,
  async run({ tx, caller, environment, actor, now }, { storeId, merchantId, role }) {
    const store = await lockMemberStore(tx, caller.merchantId, storeId);
    requirePermission(store.role, 'manageMembers');
    if (!(await findMerchant(tx, merchantId))) throw errors.merchantNotFound();
    const member = await insertMember(tx, store.id, merchantId, role, now);
    if (!member) throw errors.alreadyMember();
    const event = {
      type: 'store_member.added',
      objectId: store.id,
      data: { merchantId: toShortId('MER', merchantId), role },
      changes: changesBetween(null, memberFacts(member)),
    } as const;
    await recordEvent(tx, { merchantId: store.merchantId, storeId: store.id, environment, actor, ...event }, now);
    return { storeMerchant: storeMerchantObject(member) };
  },
});
