'use client';
import { useState } from 'react';
import type { ViewedList } from '#server/analytics/rules/saved-view.ts';
import type { Environment } from '#server/domain/environments.ts';
import { useAction } from '../use-action.ts';

/** A named filter, as a query string. */
export interface View {
  readonly id: string;
  readonly name: string;
  readonly query: string;
}

interface ViewsOf {
  readonly list: ViewedList;
  readonly storeId: string;
  readonly environment: Environment;
  /** As stored. */
  readonly views: readonly View[];
}

/** The ID of a view that is being created. */
const unsaved = 'unsaved';

/**
 * The account's saved views of a list. Changes show immediately; if a request fails, they are rolled back and `problem`
 * holds the message.
 */
export function useViews({ list, storeId, environment, views: loadedViews }: ViewsOf) {
  const [{ loaded, views: known }, setState] = useState({ loaded: loadedViews, views: loadedViews });
  // Data that was read before a deletion may arrive after it.
  const [deletedIds, setDeletedIds] = useState<readonly string[]>([]);
  const views = known.filter(({ id }) => !deletedIds.includes(id));
  const isUpdated = JSON.stringify(loaded) !== JSON.stringify(loadedViews);
  if (isUpdated) setState({ loaded: loadedViews, views: loadedViews });
  const [deleted, setDeleted] = useState<View>();
  const create = useAction<{ view: View }>('saved-view/create-view', environment);
  const update = useAction('saved-view/update-view', environment);
  const remove = useAction('saved-view/delete-view', environment);
  const show = (next: readonly View[]) => setState((state) => ({ ...state, views: next }));
  const identify = (id: string) =>
    setState((state) => ({
      ...state,
      views: state.views.map((view) => (view.id === unsaved ? { ...view, id } : view)),
    }));
  const rollback = { onError: () => show(views) };
  const add = (name: string, query: string) => {
    show([...views.filter((view) => view.name !== name), { id: unsaved, name, query }]);
    create.mutate({ storeId, list, name, query }, { ...rollback, onSuccess: ({ view }) => identify(view.id) });
  };
  return {
    views,
    /** The view deleted last, while the deletion can be undone. */
    deleted,
    problem: [create, update, remove].find(({ isError }) => isError)?.error?.message,
    isBusy: create.isPending || update.isPending || remove.isPending,
    add,
    change(id: string, changes: Partial<Pick<View, 'name' | 'query'>>) {
      show(views.map((view) => (view.id === id ? { ...view, ...changes } : view)));
      update.mutate({ id, ...changes }, rollback);
    },
    remove(view: View) {
      setDeletedIds([...deletedIds, view.id]);
      setDeleted(view);
      const restore = () => {
        setDeletedIds(deletedIds);
        setDeleted(undefined);
      };
      remove.mutate({ id: view.id }, { onError: restore });
    },
    undo() {
      if (deleted) add(deleted.name, deleted.query);
      setDeleted(undefined);
    },
    /** Clears the outcome of the last change. */
    dismiss() {
      for (const action of [create, update, remove]) action.reset();
      setDeleted(undefined);
    },
  };
}
