import { z } from 'zod';
import { countDeletionBlockers } from '#server/billing/store-deletion.ts';
import { changesBetween } from '#server/domain/changes.ts';
import { errors } from '#server/domain/errors.ts';
import { notAnId, shortId } from '#server/domain/fields.ts';
import { storeFacts } from '#server/events/audit/rules/audit-facts.ts';
import { recordEvent } from '#server/events/data/events.ts';
import { defineAction, refuseWithoutMerchant } from '#server/platform/action.ts';
import { scopeOfStore } from '#server/platform/data/merchant-scope.ts';
import { permissionRefusals, requirePermission } from '#server/stores/rules/roles.ts';
import { deletionBlockers, requireDeletable } from '#server/stores/rules/store-deletion.ts';
import { lockMemberStore, updateStore } from '#server/stores/stores.ts';
import { giveUpDeliveries } from '#server/webhooks/data/webhook-delivery-ends.ts';
import { storeObject, storeOutput } from './store-object.ts';

/**
 * `store/delete-store`: deletes a store softly and permanently. The store and its objects then answer 404, its
 * customers' session tokens 401, and its slug is never reused. Answers 409 with one entry per kind of object still in
 * use (`reason`, `count`, `aiHint`), counting test and prod. (commerce-api.md, "delete-store")
 */
export const deleteStore = defineAction({
  callers: ['apiKey', 'dashboard'],
  scope: 'open',
  keyScope: 'administer',
  layer: 'store',
  input: z.object({ id: shortId('STO') }),
  output: storeOutput,
  docs: {
    summary: 'Delete a store permanently; rejected while anything in it is in use',
    refusals: [
      errors.missingMerchant(400, 'store').when('the caller is not a merchant'),
      errors.missingField('id', 'store').when('`id` is missing'),
      { status: 400, message: notAnId('STO', '<value>'), when: '`id` is malformed' },
      {
        status: 403,
        message: permissionRefusals.deleteStore,
        when: 'the caller is not the owner',
      },
      errors.storeNotFound().when('there is no such store, or it is not the merchant’s'),
      ...deletionBlockers.map(
        ({ message, reason, when }) => ({ status: 409, code: reason, message, reason, when }) as const,
      ),
    ],
    example: { id: '$storeId' },
  },
  refuseCaller: refuseWithoutMerchant,
  async run({ tx, caller, environment, actor, now }, { id }) {
    const store = await lockMemberStore(tx, caller.merchantId, id, { deleting: true });
    requirePermission(store.role, 'deleteStore');
    requireDeletable(await countDeletionBlockers(tx, scopeOfStore(store)));
    await giveUpDeliveries(tx, scopeOfStore(store), 'storeDeleted', now);
    const deleted = await updateStore(tx, store, { deletedAt: now }, now);
    const event = {
      type: 'store.deleted',
      objectId: store.id,
      data: { name: store.name, slug: store.slug },
      changes: changesBetween(storeFacts(store), storeFacts(deleted)),
    } as const;
    await recordEvent(tx, { merchantId: store.merchantId, storeId: store.id, environment, actor, ...event }, now);
    return { store: storeObject(deleted) };
  },
});
