import { clsx } from 'clsx';
import { ChevronLeft, ChevronRight, ChevronsLeft } from 'lucide-react';
import { ButtonLink } from './button.tsx';

interface PaginationProps {
  /** The address of the page with what is newer than this one; undefined: there is nothing newer. */
  newer?: string | undefined;
  /** The list's beginning, of lists that only go on from their last line; undefined: one is there. */
  newest?: string | undefined;
  older: string | undefined;
  /** Whether the list begins with the oldest. */
  isOldestFirst?: boolean;
  /** What the two directions are called, where the list is not in the order of time. */
  words?: { readonly newer: string; readonly older: string };
}

const usual = { newer: 'Newer', older: 'Older' };

/** Steps through a list that is paged on the server. Shows nothing where there is one page only. */
export function Pagination({ newer, newest, older, isOldestFirst = false, words = usual }: PaginationProps) {
  if (!newer && !newest && !older) return null;
  const [back, on] = isOldestFirst ? [older, newer] : [newer, older];
  return (
    <nav
      aria-label="Pages"
      className={clsx(
        'flex items-center gap-3 border-t border-border px-4 py-3 sm:px-5',
        back || newest ? 'justify-between' : 'justify-end',
      )}
    >
      {newest && (
        <ButtonLink size="small" href={newest}>
          <ChevronsLeft className="size-4 rtl:rotate-180" aria-hidden />
          Newest
        </ButtonLink>
      )}
      {back && (
        <ButtonLink size="small" href={back} rel="prev">
          <ChevronLeft className="size-4 rtl:rotate-180" aria-hidden />
          {isOldestFirst ? words.older : words.newer}
        </ButtonLink>
      )}
      {on && (
        <ButtonLink size="small" href={on} rel="next">
          {isOldestFirst ? words.newer : words.older}
          <ChevronRight className="size-4 rtl:rotate-180" aria-hidden />
        </ButtonLink>
      )}
    </nav>
  );
}
