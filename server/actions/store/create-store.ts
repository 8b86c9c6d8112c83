import { z } from 'zod';
import { changesBetween } from '#server/domain/changes.ts';
import { storeFacts } from '#server/events/audit/rules/audit-facts.ts';
import { recordEvent } from '#server/events/data/events.ts';
import { defineAction, refuseWithoutMerchant } from '#server/platform/action.ts';
import { storeName, storeNameRefusals } from '#server/stores/rules/store.ts';
import { insertStore } from '#server/stores/stores.ts';
import { storeObject, storeOutput } from './store-object.ts';

/**
 * `store/create-store`: creates a store owned by the calling merchant: `active`, not yet enabled for `prod`.
 * (commerce-api.md, "Other store and webhook operations")
 */
export const createStore = defineAction({
  callers: ['apiKey', 'dashboard'],
  scope: 'application',
  keyScope: 'administer',
  layer: 'store',
  input: z.object({ name: storeName() }),
  output: storeOutput,
  docs: {
    summary: 'Create a store owned by the calling merchant',
    refusals: [...storeNameRefusals],
    example: { name: 'Kettle & Crema' },
  },
  refuseCaller: refuseWithoutMerchant,
  async run({ tx, caller, environment, actor, now }, { name }) {
    const store = await insertStore(tx, caller, name, now);
    const event = {
      type: 'store.created',
      objectId: store.id,
      data: { name, slug: store.slug },
      changes: changesBetween(null, storeFacts(store)),
    } as const;
    await recordEvent(tx, { merchantId: store.merchantId, storeId: store.id, environment, actor, ...event }, now);
    return { store: storeObject(store) };
  },
});
