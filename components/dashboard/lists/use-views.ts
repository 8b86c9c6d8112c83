'use client';
import { useState } from 'react';
import type { ViewedList } from '#server/analytics/rules/saved-view.ts';
import type { Environment } from '#server/domain/environments.ts';
import { useAction } from '../use-action.ts';

/** A filter under a name, as its address says it. */
export interface View {
  readonly id: string;
  readonly name: string;
  readonly query: string;
}

interface ViewsOf {
  readonly list: ViewedList;
  readonly storeId: string;
  readonly environment: Environment;
  /** As the service has them. */
  readonly views: readonly View[];
}

/** An id until the service has given one. */
const unsaved = 'unsaved';

/**
 * The account's views of a list. What is done to them is shown at once; where the service refuses it, they are what they
 * were, and `problem` says why.
 */
export function useViews({ list, storeId, environment, views: given }: ViewsOf) {
  const [{ seen, views: known }, setState] = useState({ seen: given, views: given });
  // What was read before a view was deleted may still arrive after it.
  const [gone, setGone] = useState<readonly string[]>([]);
  const views = known.filter(({ id }) => !gone.includes(id));
  const isNews = JSON.stringify(seen) !== JSON.stringify(given);
  if (isNews) setState({ seen: given, views: given });
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
  const back = { onError: () => show(views) };
  const add = (name: string, query: string) => {
    show([...views.filter((view) => view.name !== name), { id: unsaved, name, query }]);
    create.mutate({ storeId, list, name, query }, { ...back, onSuccess: ({ view }) => identify(view.id) });
  };
  return {
    views,
    /** The one that was deleted last, while that can be undone. */
    deleted,
    problem: [create, update, remove].find(({ isError }) => isError)?.error?.message,
    isBusy: create.isPending || update.isPending || remove.isPending,
    add,
    change(id: string, changes: Partial<Pick<View, 'name' | 'query'>>) {
      show(views.map((view) => (view.id === id ? { ...view, ...changes } : view)));
      update.mutate({ id, ...changes }, back);
    },
    remove(view: View) {
      setGone([...gone, view.id]);
      setDeleted(view);
      const restore = () => {
        setGone(gone);
        setDeleted(undefined);
      };
      remove.mutate({ id: view.id }, { onError: restore });
    },
    undo() {
      if (deleted) add(deleted.name, deleted.query);
      setDeleted(undefined);
    },
    /** Forgets what was said of the last change. */
    dismiss() {
      for (const action of [create, update, remove]) action.reset();
      setDeleted(undefined);
    },
  };
}
