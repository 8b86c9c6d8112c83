'use client';
import { clsx } from 'clsx';
import { usePathname } from 'next/navigation';
import { useEffect, useRef } from 'react';
import { NavLink } from './nav-link.tsx';
import { isAt, type OpenCounts, sectionsAt } from './nav-pages.ts';

/** The store's pages in a column. `onChoose` runs when a link is pressed. */
export function Nav({
  base,
  openCounts,
  inSheet = false,
  onChoose,
}: {
  base: string;
  openCounts: OpenCounts;
  /** Two columns with larger targets, and a heading above every section. */
  inSheet?: boolean;
  onChoose?: () => void;
}) {
  const path = usePathname();
  const prefix = inSheet ? 'sheet' : 'nav';
  const nav = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the current entry changes with the path
  useEffect(() => {
    const current = nav.current?.querySelector('[aria-current="page"]');
    if (current) showIn(nav.current?.parentElement, current);
  }, [path]);
  return (
    <nav ref={nav} aria-label={inSheet ? 'All pages' : 'Store'} className="flex flex-col gap-3.5">
      {sectionsAt(base).map(({ name, pages }, index) => {
        const hasName = inSheet || index > 0;
        return (
          <div key={name}>
            {hasName && (
              <p id={`${prefix}-${name}`} className="px-3 pb-1 text-xs font-medium text-muted">
                {name}
              </p>
            )}
            <ul
              className={clsx(inSheet ? 'grid grid-cols-2 gap-1' : 'flex flex-col gap-0.5')}
              {...(hasName && { 'aria-labelledby': `${prefix}-${name}` })}
            >
              {pages.map((entry) => {
                const current = isAt(base, entry, path);
                return (
                  <li key={entry.path} className="min-w-0">
                    <NavLink
                      page={entry}
                      base={base}
                      current={current}
                      count={entry.counts ? openCounts[entry.counts] : 0}
                      className={clsx(
                        'gap-2.5 rounded-control px-3 text-sm font-medium',
                        inSheet ? 'min-h-11' : 'min-h-8',
                        current ? 'bg-sunken text-text' : inSheet ? 'hover:bg-sunken' : 'text-muted hover:text-text',
                      )}
                      iconClass="size-4"
                      {...(onChoose && { onClick: onChoose })}
                    />
                  </li>
                );
              })}
            </ul>
          </div>
        );
      })}
    </nav>
  );
}

/**
 * Scrolls `list` as little as possible until it shows the entry. After scrollIntoView, Chromium would continue the tab order
 * at the entry, so that Tab misses "Skip to content".
 */
function showIn(list: HTMLElement | null | undefined, entry: Element) {
  if (!list) return;
  const [area, shown] = [list.getBoundingClientRect(), entry.getBoundingClientRect()];
  list.scrollTop += Math.min(0, shown.top - area.top) + Math.max(0, shown.bottom - area.bottom);
}
