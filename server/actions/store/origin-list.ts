/** A store's lists of sites: which may frame its checkout, and where public callers may send buyers back to. */
import { z } from 'zod';
import { changedFields, changesBetween, isUnchanged } from '#server/domain/changes.ts';
import { shortId } from '#server/domain/fields.ts';
import { toShortId } from '#server/domain/ids.ts';
import { storeFacts } from '#server/events/audit/rules/audit-facts.ts';
import { recordEvent } from '#server/events/data/events.ts';
import { defineAction } from '#server/platform/action.ts';
import { maxOrigins, readOrigin } from '#server/stores/rules/frame-origin.ts';
import { requirePermission } from '#server/stores/rules/roles.ts';
import { lockMemberStore, updateStore as saveStore } from '#server/stores/stores.ts';

const originList = z
  .array(z.string(), {
    error: ({ input }) => (input == null ? undefined : 'Invalid origins: must be a list of addresses'),
  })
  .max(maxOrigins, { error: `Invalid origins: must have at most ${maxOrigins} items` })
  .transform((addresses, ctx) =>
    addresses.map((address, index) => {
      const origin = readOrigin(address);
      if (origin !== undefined) return origin;
      const message = `Invalid origins.${index}: must be an https address such as https://shop.example.com`;
      ctx.issues.push({ code: 'custom', message, input: address, path: [index] });
      return z.NEVER;
    }),
  );

/**
 * A dashboard action that replaces one of these lists: at most 5 https origins (http on `localhost` and `127.0.0.1`),
 * without duplicates.
 */
export const originListAction = (column: 'checkoutFrameOrigins' | 'checkoutReturnOrigins', summary: string) =>
  defineAction({
    callers: ['dashboard'],
    scope: 'shared',
    layer: 'store',
    input: z.object({ storeId: shortId('STO'), origins: originList }),
    output: z.object({ storeId: z.string(), origins: z.array(z.string()) }),
    docs: { summary, refusals: [], example: { storeId: '$storeId', origins: ['https://shop.example.com'] } },
    async run({ tx, caller, environment, actor, now }, { storeId, origins: requestedOrigins }) {
      const store = await lockMemberStore(tx, caller.merchantId, storeId);
      requirePermission(store.role, 'runStore');
      const origins = [...new Set(requestedOrigins)];
      const answer = { storeId: toShortId('STO', store.id), origins };
      const changes = changedFields(store, { [column]: origins });
      if (isUnchanged(changes)) return answer;
      const saved = await saveStore(tx, store, changes, now);
      const event = {
        type: 'store.updated',
        objectId: store.id,
        data: { changed: [column], [column]: origins },
        changes: changesBetween(storeFacts(store), storeFacts(saved)),
      } as const;
      await recordEvent(tx, { merchantId: store.merchantId, storeId: store.id, environment, actor, ...event }, now);
      return answer;
    },
  });
