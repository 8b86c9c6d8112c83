'use client';
import { clsx } from 'clsx';
import { usePathname } from 'next/navigation';
import { type MouseEvent, useId, useState } from 'react';
import { Input } from '#components/ui/forms/input.tsx';
import { Link } from '#components/ui/link.tsx';

export interface ContentsGroup {
  readonly title: string;
  readonly href: string;
  readonly entries: readonly { readonly title: string; readonly href: string; readonly about?: string }[];
}

/** The table of contents with a search. The current page's entries are expanded. */
export function Contents({ groups }: { groups: readonly ContentsGroup[] }) {
  const path = usePathname();
  const id = useId();
  const [typed, setTyped] = useState('');
  const query = typed.trim().toLowerCase();
  const shown = groups
    .map((group) => ({
      ...group,
      entries: group.entries.filter((entry) => matches(query, `${group.title} ${entry.title} ${entry.about ?? ''}`)),
    }))
    .filter(({ entries }) => query === '' || entries.length > 0);
  return (
    <nav aria-label="Documentation" className="flex flex-col gap-4">
      <div>
        <label htmlFor={id} className="sr-only">
          Search the docs
        </label>
        <Input
          id={id}
          type="search"
          placeholder="Search the docs"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          autoComplete="off"
          spellCheck={false}
        />
      </div>
      <ul className="flex flex-col gap-1">
        {shown.map((group) => (
          <li key={group.href}>
            <Link
              href={group.href}
              onClick={fold}
              aria-current={path === group.href ? 'page' : undefined}
              className={clsx(
                'flex min-h-11 items-center rounded-control px-3 text-sm font-medium -outline-offset-2 sm:min-h-9',
                path === group.href ? 'bg-sunken text-text' : 'text-muted hover:text-text',
              )}
            >
              {group.title}
            </Link>
            {(path === group.href || query !== '') && (
              <ul className="mt-1 mb-2 ms-3 border-s border-border">
                {group.entries.map((entry) => (
                  <li key={entry.href}>
                    <Link
                      href={entry.href}
                      onClick={fold}
                      className="flex min-h-11 items-center px-3 text-sm text-muted -outline-offset-2 [overflow-wrap:anywhere] hover:text-text sm:min-h-8"
                    >
                      {entry.title}
                    </Link>
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
      <p role="status" className="text-sm text-muted empty:hidden">
        {query !== '' && shown.length === 0 ? `No results for “${typed.trim()}”.` : ''}
      </p>
    </nav>
  );
}

/** Closes the contents on phones, where they cover the text. */
const fold = (event: MouseEvent<HTMLElement>) => event.currentTarget.closest('details')?.removeAttribute('open');

const matches = (query: string, text: string): boolean =>
  query.split(/\s+/).every((word) => text.toLowerCase().includes(word));
