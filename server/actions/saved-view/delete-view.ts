import { z } from 'zod';
import { deleteView as forgetView, lockView } from '#server/analytics/saved-views.ts';
import { changesBetween } from '#server/domain/changes.ts';
import { uuid } from '#server/domain/fields.ts';
import { recordEvent } from '#server/events/data/events.ts';
import { defineAction } from '#server/platform/action.ts';
import { requireMemberStore } from '#server/stores/stores.ts';
import { noView, shownView, viewFacts, viewObject } from './view-object.ts';

/**
 * `saved-view/delete-view` (dashboard only): deletes the caller's own view and returns it. `create-view` accepts the
 * returned view to restore it.
 */
export const deleteView = defineAction({
  callers: ['dashboard'],
  scope: 'environment',
  layer: 'resource',
  input: z.object({ id: uuid() }),
  output: z.object({ view: shownView }),
  docs: { summary: 'Delete a saved view', refusals: [noView], example: { id: '$viewId' } },
  async run({ tx, caller, environment, actor, now }, { id }) {
    const view = await lockView(tx, caller.merchantId, id);
    const store = await requireMemberStore(tx, caller.merchantId, view.storeId);
    await forgetView(tx, view);
    const event = {
      type: 'saved_view.deleted',
      objectId: view.id,
      data: { name: view.name, list: view.list },
      changes: changesBetween(viewFacts(view), null),
    } as const;
    await recordEvent(tx, { merchantId: store.merchantId, storeId: store.id, environment, actor, ...event }, now);
    return { view: viewObject(view) };
  },
});
