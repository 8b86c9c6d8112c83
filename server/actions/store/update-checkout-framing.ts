import { z } from 'zod';
import { defineAction } from '../../action.ts';
import { storeFacts } from '../../domain/audit-facts.ts';
import { changedFields, changesBetween, isUnchanged } from '../../domain/changes.ts';
import { shortId } from '../../domain/fields.ts';
import { mostFrameOrigins, readFrameOrigin } from '../../domain/frame-origin.ts';
import { toShortId } from '../../domain/ids.ts';
import { requirePermission } from '../../domain/roles.ts';
import { recordEvent } from '../../queries/events.ts';
import { lockMemberStore, updateStore as saveStore } from '../../queries/stores.ts';

const frameOrigins = z
  .array(z.string(), {
    error: ({ input }) => (input == null ? undefined : 'Invalid origins: must be a list of addresses'),
  })
  .max(mostFrameOrigins, { error: `Invalid origins: must have at most ${mostFrameOrigins} items` })
  .transform((given, ctx) =>
    given.map((address, place) => {
      const origin = readFrameOrigin(address);
      if (origin !== undefined) return origin;
      const message = `Invalid origins.${place}: must be an https address such as https://shop.example.com`;
      ctx.issues.push({ code: 'custom', message, input: address });
      return z.NEVER;
    }),
  );

/**
 * `store/update-checkout-framing` (dashboard only): which sites may show the checkout in a frame. Takes `storeId` and
 * `origins`, at most 5 https addresses (http on `localhost` and `127.0.0.1`, for test checkouts); gives `storeId` and
 * `origins` as kept, each once. An empty list: nobody may. 400 `Invalid origins.<place>` for any other address, 403
 * unless owner or admin, 404 for a store that is not the merchant's.
 */
export const updateCheckoutFraming = defineAction({
  callers: ['dashboard'],
  reach: 'shared',
  layer: 'store',
  input: z.object({ storeId: shortId('STO'), origins: frameOrigins }),
  output: z.object({ storeId: z.string(), origins: z.array(z.string()) }),
  docs: { summary: 'Choose the sites that may frame the checkout', refusals: [], example: {} },
  async run({ tx, caller, environment, actor, now }, { storeId, origins: given }) {
    const store = await lockMemberStore(tx, caller.merchantId, storeId);
    requirePermission(store.role, 'runStore');
    const origins = [...new Set(given)];
    const changes = changedFields(store, { checkoutFrameOrigins: origins });
    if (isUnchanged(changes)) return { storeId: toShortId('STO', store.id), origins };
    const saved = await saveStore(tx, store.id, changes, now);
    const event = {
      type: 'store.updated',
      objectType: 'store',
      objectId: store.id,
      data: { changed: ['checkoutFrameOrigins'], checkoutFrameOrigins: origins },
      changes: changesBetween(storeFacts(store), storeFacts(saved)),
    } as const;
    await recordEvent(tx, { merchantId: store.merchantId, storeId: store.id, environment, actor, ...event }, now);
    return { storeId: toShortId('STO', store.id), origins };
  },
});
