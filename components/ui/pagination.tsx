import { clsx } from 'clsx';
import { ChevronLeft, ChevronRight, ChevronsLeft } from 'lucide-react';
import { ButtonLink } from './button.tsx';

interface PaginationProps {
  /** The address of the newer page; undefined: none. */
  newer?: string | undefined;
  /** The address of the first page, for lists that page forward only; undefined: this is the first page. */
  newest?: string | undefined;
  older: string | undefined;
  /** Whether the list is sorted oldest first. */
  isOldestFirst?: boolean;
  /** The labels of both directions, for lists that are not sorted by time. */
  labels?: { readonly newer: string; readonly older: string };
}

const defaultLabels = { newer: 'Newer', older: 'Older' };

/** Links to the pages of a list that is paged on the server. Renders nothing for a single page. */
export function Pagination({ newer, newest, older, isOldestFirst = false, labels = defaultLabels }: PaginationProps) {
  if (!newer && !newest && !older) return null;
  const [previous, next] = isOldestFirst ? [older, newer] : [newer, older];
  return (
    <nav
      aria-label="Pages"
      className={clsx(
        'flex items-center gap-3 border-t border-border px-4 py-3 sm:px-5',
        previous || newest ? 'justify-between' : 'justify-end',
      )}
    >
      {newest && (
        <ButtonLink size="small" href={newest}>
          <ChevronsLeft className="size-4 rtl:rotate-180" aria-hidden />
          Newest
        </ButtonLink>
      )}
      {previous && (
        <ButtonLink size="small" href={previous} rel="prev">
          <ChevronLeft className="size-4 rtl:rotate-180" aria-hidden />
          {isOldestFirst ? labels.older : labels.newer}
        </ButtonLink>
      )}
      {next && (
        <ButtonLink size="small" href={next} rel="next">
          {isOldestFirst ? labels.newer : labels.older}
          <ChevronRight className="size-4 rtl:rotate-180" aria-hidden />
        </ButtonLink>
      )}
    </nav>
  );
}
