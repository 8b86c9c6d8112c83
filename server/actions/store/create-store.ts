import { z } from 'zod';
import { changesBetween } from '#server/domain/changes.ts';
import { storeFacts } from '#server/events/audit/rules/audit-facts.ts';
import { recordEvent } from '#server/events/data/events.ts';
import { defineAction, refuseWithoutMerchant } from '#server/platform/action.ts';
import { storeName, storeNameRefusals } from '#server/stores/rules/store.ts';
import { insertStore } from '#server/stores/stores.ts';
import { storeObject, storeOutput } from './store-object.ts';

/**
 * `store/create-store`: opens a store that the calling merchant owns, `active`, not yet enabled for `prod`.
 * Takes `name` (1 to 48 characters); gives `data.store`, the Store object with its slug.
 * 400 for a name that is missing, blank, too long or of several lines. (commerce-api.md, "Other store and webhook
 * operations".)
 */
export const createStore = defineAction({
  callers: ['apiKey', 'dashboard'],
  scope: 'application',
  layer: 'store',
  input: z.object({ name: storeName() }),
  output: storeOutput,
  docs: {
    summary: 'Open a store that the calling merchant owns',
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
