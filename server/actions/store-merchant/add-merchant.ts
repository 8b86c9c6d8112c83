import { z } from 'zod';
import type { Tx } from '#db/client.ts';
import { findMerchant, findMerchantByEmail } from '#server/accounts/data/merchants.ts';
import { changesBetween } from '#server/domain/changes.ts';
import { errors } from '#server/domain/errors.ts';
import { emailAddress, isLeftOut, optionalShortId, shortId, shownMoment } from '#server/domain/fields.ts';
import { toShortId } from '#server/domain/ids.ts';
import { memberFacts } from '#server/events/audit/rules/audit-facts.ts';
import { recordEvent } from '#server/events/data/events.ts';
import { defineAction, refuseWithoutMerchant } from '#server/platform/action.ts';
import { permissionRefusals, requirePermission } from '#server/stores/rules/roles.ts';
import { insertMember } from '#server/stores/store-members.ts';
import { lockMemberStore } from '#server/stores/stores.ts';
import { memberFields, storeMerchantObject, storeMerchantOutput } from './store-merchant-object.ts';

/**
 * `store-merchant/add-merchant`: adds another account to a store, named by its id or its verified address. The response
 * reveals only the account's id.
 */
export const addMerchant = defineAction({
  callers: ['apiKey', 'dashboard'],
  scope: 'shared',
  keyScope: 'administer',
  layer: 'store',
  input: z.object({
    storeId: shortId('STO'),
    merchantId: optionalShortId('MER').meta({ description: '`MER_xxx` or the bare UUID; required without `email`' }),
    email: emailAddress('email')
      .optional()
      .meta({ description: 'The verified address of the account, instead of `merchantId`' }),
    role: z.enum(['admin', 'member']),
  }),
  missing: ({ merchantId, email }) => (isLeftOut(merchantId) && isLeftOut(email) ? 'merchantId' : undefined),
  output: storeMerchantOutput.extend({
    ...memberFields,
    email: z.string().optional().meta({ description: 'The address of the request' }),
    status: z.literal('active'),
    addedAt: shownMoment(),
  }),
  docs: {
    summary: 'Add another account to a store',
    refusals: [
      errors.missingField('merchantId', 'store').when('neither `merchantId` nor `email` is given'),
      errors.alreadyMember().when('the account is a member'),
      { status: 403, message: permissionRefusals.manageMembers, when: 'the caller is neither owner nor admin' },
      errors.storeNotFound().when('there is no such store, or it is not the merchant’s'),
      errors.merchantNotFound().when('the account does not exist, or `email` is not its verified address'),
    ],
    example: { storeId: '$storeId', merchantId: '$merchantId', role: 'member' },
  },
  refuseCaller: refuseWithoutMerchant,
  async run({ tx, caller, environment, actor, now }, { storeId, email, role, ...named }) {
    const store = await lockMemberStore(tx, caller.merchantId, storeId);
    requirePermission(store.role, 'manageMembers');
    const account = await findAccount(tx, named.merchantId, email);
    if (!account) throw errors.merchantNotFound();
    const merchantId = account.id;
    const member = await insertMember(tx, store.id, merchantId, role, now);
    if (!member) throw errors.alreadyMember();
    const event = {
      type: 'store_member.added',
      objectId: store.id,
      data: { merchantId: toShortId('MER', merchantId), role },
      changes: changesBetween(null, memberFacts(member)),
    } as const;
    await recordEvent(tx, { merchantId: store.merchantId, storeId: store.id, environment, actor, ...event }, now);
    const storeMerchant = storeMerchantObject(member);
    const { createdAt: addedAt, ...shown } = storeMerchant;
    return { storeMerchant, ...shown, ...(email !== undefined && { email }), status: 'active' as const, addedAt };
  },
});

/** By id if one is given. An address that its owner has not proven may be someone else's. */
async function findAccount(tx: Tx, merchantId: string | undefined, email: string | undefined) {
  if (merchantId !== undefined) return await findMerchant(tx, merchantId);
  const account = await findMerchantByEmail(tx, email ?? '');
  return account?.emailVerified ? account : undefined;
}
