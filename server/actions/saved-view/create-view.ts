import { z } from 'zod';
import { viewedLists } from '#server/analytics/rules/saved-view.ts';
import { insertView, tooManyViews } from '#server/analytics/saved-views.ts';
import { changesBetween } from '#server/domain/changes.ts';
import { errors } from '#server/domain/errors.ts';
import { shortId } from '#server/domain/fields.ts';
import { recordEvent } from '#server/events/data/events.ts';
import { defineAction } from '#server/platform/action.ts';
import { lockMemberStore } from '#server/stores/stores.ts';
import {
  noQuery,
  otherViewsName,
  requireQuery,
  shownView,
  viewAddress,
  viewFacts,
  viewName,
  viewObject,
} from './view-object.ts';

/**
 * `saved-view/create-view` (dashboard only): saves the filter of one of a store's lists under a name, for the signed-in
 * merchant. `query` is the filter as in the list's URL; unknown parts are dropped. At most 30 views per list.
 */
export const createView = defineAction({
  callers: ['dashboard'],
  scope: 'environment',
  layer: 'resource',
  input: z.object({ storeId: shortId('STO'), list: z.enum(viewedLists), name: viewName(), query: viewAddress() }),
  output: z.object({ view: shownView }),
  docs: {
    summary: 'Save the filter of a list under a name',
    refusals: [
      noQuery,
      otherViewsName,
      tooManyViews().when('the list has the maximum number of saved views'),
      errors.storeNotFound().when('the account is not a member of the store'),
    ],
    example: { storeId: '$storeId', list: 'orders', name: 'Past due', query: 'status=past_due' },
  },
  async run({ tx, caller, environment, actor, now }, { storeId, list, name, query: address }) {
    // Locked, so that concurrent calls are counted one after the other.
    const store = await lockMemberStore(tx, caller.merchantId, storeId);
    const query = requireQuery(list, address);
    const view = await insertView(tx, { merchantId: caller.merchantId, storeId: store.id, list }, name, query, now);
    const event = {
      type: 'saved_view.created',
      objectId: view.id,
      data: { name, list },
      changes: changesBetween(null, viewFacts(view)),
    } as const;
    await recordEvent(tx, { merchantId: store.merchantId, storeId: store.id, environment, actor, ...event }, now);
    return { view: viewObject(view) };
  },
});
