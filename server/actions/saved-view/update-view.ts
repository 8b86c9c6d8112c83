import { z } from 'zod';
import { lockView, saveView } from '#server/analytics/saved-views.ts';
import { changedFields, changesBetween, isUnchanged } from '#server/domain/changes.ts';
import { uuid } from '#server/domain/fields.ts';
import { recordEvent } from '#server/events/data/events.ts';
import { defineAction } from '#server/platform/action.ts';
import { lockMemberStore } from '#server/stores/stores.ts';
import {
  noQuery,
  noView,
  otherViewsName,
  requireQuery,
  shownView,
  viewAddress,
  viewFacts,
  viewName,
  viewObject,
} from './view-object.ts';

/** `saved-view/update-view` (dashboard only): changes the name or filter of the caller's own view. */
export const updateView = defineAction({
  callers: ['dashboard'],
  scope: 'environment',
  layer: 'resource',
  isUpdate: true,
  input: z.object({ id: uuid(), name: viewName().optional(), query: viewAddress().optional() }),
  output: z.object({ view: shownView }),
  docs: {
    summary: 'Change a saved view',
    refusals: [noQuery, otherViewsName, noView],
    example: { id: '$viewId', name: 'Overdue' },
  },
  async run({ tx, caller, environment, actor, now }, { id, name, query: address }) {
    const view = await lockView(tx, caller.merchantId, id);
    // Locked: of two concurrent renames to one name, the second sees the first.
    const store = await lockMemberStore(tx, caller.merchantId, view.storeId);
    const query = address === undefined ? undefined : requireQuery(view.list, address);
    const changes = changedFields(view, { ...(name !== undefined && { name }), ...(query !== undefined && { query }) });
    if (isUnchanged(changes)) return { view: viewObject(view) };
    const saved = await saveView(tx, view, changes, now);
    const event = {
      type: 'saved_view.updated',
      objectId: view.id,
      data: { name: saved.name, list: view.list },
      changes: changesBetween(viewFacts(view), viewFacts(saved)),
    } as const;
    await recordEvent(tx, { merchantId: store.merchantId, storeId: store.id, environment, actor, ...event }, now);
    return { view: viewObject(saved) };
  },
});
