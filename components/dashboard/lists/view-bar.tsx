'use client';
import { clsx } from 'clsx';
import { Bookmark, Pencil, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { Alert } from '#components/ui/alert.tsx';
import { Button } from '#components/ui/button.tsx';
import { Link } from '#components/ui/link.tsx';
import type { ViewedList } from '#server/analytics/rules/saved-view.ts';
import type { Environment } from '#server/domain/environments.ts';
import { useViews, type View } from './use-views.ts';
import { ViewDialog } from './view-dialog.tsx';

interface ViewBarProps {
  list: ViewedList;
  storeId: string;
  environment: Environment;
  /** The list's address without a filter. */
  href: string;
  /** The page's filter. */
  query: string;
  builtIn: readonly Omit<View, 'id'>[];
  views: readonly View[];
}

/** A list's views as links, with buttons to save, rename and delete the current one. */
export function ViewBar(props: ViewBarProps) {
  const { href, query, builtIn } = props;
  const saved = useViews(props);
  const [dialog, setDialog] = useState<'save' | 'rename'>();
  const nav = useRef<HTMLElement>(null);
  const undo = useRef<HTMLButtonElement>(null);
  const current = saved.views.find((view) => view.query === query);
  const isBuiltIn = builtIn.some((view) => view.query === query);
  return (
    <div className="mb-4 flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <nav ref={nav} aria-label="Views" className="-mx-1 min-w-0 max-md:overflow-x-auto">
          <ul className="flex gap-1.5 p-1 md:flex-wrap">
            {/* Keyed by name, because the ID changes once a new view is stored. */}
            {[...named('built in', builtIn), ...named('saved', saved.views)].map(([name, view]) => (
              <li key={name}>
                <ViewLink href={href} view={view} isCurrent={view.query === query} />
              </li>
            ))}
          </ul>
        </nav>
        <span className="flex gap-1">
          {!current && !isBuiltIn && (
            <Button size="small" variant="ghost" onClick={() => setDialog('save')}>
              <Bookmark className="size-4" aria-hidden />
              Save view
            </Button>
          )}
          {current && (
            <>
              <Button size="small" variant="ghost" onClick={() => setDialog('rename')} pending={saved.isBusy}>
                <Pencil className="size-4" aria-hidden />
                Rename<span className="sr-only"> view {current.name}</span>
              </Button>
              <Button
                size="small"
                variant="ghost"
                pending={saved.isBusy}
                onClick={() => {
                  saved.remove(current);
                  // This button disappears, so the focus moves to "Undo".
                  requestAnimationFrame(() => undo.current?.focus());
                }}
              >
                <Trash2 className="size-4" aria-hidden />
                Delete<span className="sr-only"> view {current.name}</span>
              </Button>
            </>
          )}
        </span>
      </div>
      <p role="status" className="flex flex-wrap items-center gap-2 text-sm text-muted empty:hidden">
        {saved.deleted && (
          <>
            <span className="wrap-anywhere">“{saved.deleted.name}” deleted.</span>
            <Button
              ref={undo}
              size="small"
              pending={saved.isBusy}
              onClick={() => {
                saved.undo();
                requestAnimationFrame(() => nav.current?.querySelector<HTMLElement>('[aria-current]')?.focus());
              }}
            >
              Undo
            </Button>
          </>
        )}
      </p>
      {saved.problem && <Alert tone="danger">{saved.problem}</Alert>}
      <ViewDialog
        kind={dialog}
        onClose={() => setDialog(undefined)}
        current={current}
        views={saved.views}
        onSave={(name) => {
          saved.dismiss();
          saved.add(name, query);
        }}
        onReplace={(id) => {
          saved.dismiss();
          saved.change(id, { query });
        }}
        onRename={(name) => {
          saved.dismiss();
          if (current) saved.change(current.id, { name });
        }}
      />
    </div>
  );
}

const named = <Named extends Omit<View, 'id'>>(kind: string, views: readonly Named[]) =>
  views.map((view): [string, Named] => [`${kind} ${view.name}`, view]);

const ViewLink = ({ href, view, isCurrent }: { href: string; view: Omit<View, 'id'>; isCurrent: boolean }) => (
  <Link
    href={view.query === '' ? href : `${href}?${view.query}`}
    aria-current={isCurrent ? 'page' : undefined}
    className={clsx(
      'inline-flex min-h-11 max-w-60 items-center rounded-full border px-3 text-sm whitespace-nowrap sm:min-h-8',
      isCurrent
        ? 'border-control bg-surface font-medium text-text'
        : 'border-border text-muted hover:border-control hover:text-text',
    )}
  >
    <span className="truncate">{view.name}</span>
  </Link>
);
