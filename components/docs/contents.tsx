'use client';
import { clsx } from 'clsx';
import { usePathname } from 'next/navigation';
import { type MouseEvent, useId, useRef, useState } from 'react';
import { Input } from '#components/ui/forms/input.tsx';
import { Link } from '#components/ui/link.tsx';
import type { SearchEntry } from '#server/docs/search-index.ts';
import { type SearchResult, searchDocs } from './search-docs.ts';

export interface ContentsGroup {
  readonly title: string;
  readonly href: string;
  /** The heading above this group, if it starts a section. */
  readonly section?: string;
  readonly entries: readonly { readonly title: string; readonly href: string }[];
}

/** The table of contents with a full-text search. The current page's entries are expanded. */
export function Contents({ groups }: { groups: readonly ContentsGroup[] }) {
  const path = usePathname();
  const id = useId();
  const [query, setQuery] = useState('');
  const [index, setIndex] = useState<readonly SearchEntry[]>();
  // Loaded on the first use. Until then, and if loading fails, only titles are searched.
  const isRequested = useRef(false);
  const loadIndex = async () => {
    if (isRequested.current) return;
    isRequested.current = true;
    const response = await fetch('/docs/search-index').catch(() => undefined);
    if (response?.ok) setIndex(await response.json());
  };
  const titles = () =>
    groups.flatMap(({ title, entries }) => entries.map((entry) => ({ ...entry, page: title, text: '' })));
  const results = query.trim() === '' ? undefined : searchDocs(index ?? titles(), query);
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
          value={query}
          onFocus={loadIndex}
          onChange={(event) => {
            setQuery(event.target.value);
            void loadIndex();
          }}
          autoComplete="off"
          spellCheck={false}
        />
      </div>
      {results ? (
        <SearchResults results={results} />
      ) : (
        <ul className="flex flex-col gap-1">
          {groups.map((group) => (
            <li key={group.href}>
              {group.section && <p className="px-3 pt-4 pb-1 text-xs font-semibold">{group.section}</p>}
              <Link
                href={group.href}
                onClick={closeContents}
                aria-current={path === group.href ? 'page' : undefined}
                className={clsx(
                  'flex min-h-11 items-center rounded-control px-3 text-sm font-medium -outline-offset-2 sm:min-h-9',
                  path === group.href ? 'bg-sunken text-text' : 'text-muted hover:text-text',
                )}
              >
                {group.title}
              </Link>
              {path === group.href && <Entries entries={group.entries} />}
            </li>
          ))}
        </ul>
      )}
      <p role="status" className="text-sm text-muted empty:hidden">
        {results?.length === 0 ? `No results for “${query.trim()}”.` : ''}
      </p>
    </nav>
  );
}

const entryClass =
  'flex min-h-11 px-3 text-sm text-muted -outline-offset-2 [overflow-wrap:anywhere] hover:text-text sm:min-h-8';

const Entries = ({ entries }: { entries: ContentsGroup['entries'] }) => (
  <ul className="mt-1 mb-2 ms-3 border-s border-border">
    {entries.map(({ title, href }) => (
      <li key={href}>
        <Link href={href} onClick={closeContents} className={`${entryClass} items-center`}>
          {title}
        </Link>
      </li>
    ))}
  </ul>
);

const SearchResults = ({ results }: { results: readonly SearchResult[] }) => (
  <ul aria-label="Search results" className="flex flex-col gap-1">
    {results.map(({ title, page, href, excerpt }) => (
      <li key={href}>
        <Link
          href={href}
          onClick={closeContents}
          className={`${entryClass} flex-col justify-center rounded-control py-1.5`}
        >
          <span className="text-text">{title}</span>
          <span className="text-xs">{page}</span>
          {excerpt && <span className="line-clamp-2 text-xs">{excerpt}</span>}
        </Link>
      </li>
    ))}
  </ul>
);

/** Closes the contents on phones, where they cover the text. */
const closeContents = (event: MouseEvent<HTMLElement>) =>
  event.currentTarget.closest('details')?.removeAttribute('open');
