import { ChevronLeft, ChevronRight } from 'lucide-react';
import { ButtonLink } from './button.tsx';

interface PaginationProps {
  /** From 1. */
  page: number;
  hasNext: boolean;
  /** The page's address, to which `?page=` is added. */
  href: string;
}

/** Steps through a list that is paged on the server. Shows nothing where there is one page only. */
export function Pagination({ page, hasNext, href }: PaginationProps) {
  if (page === 1 && !hasNext) return null;
  const to = (number: number) => (number === 1 ? href : `${href}?page=${number}`);
  return (
    <nav
      aria-label="Pages"
      className="flex items-center justify-between gap-3 border-t border-border px-4 py-3 text-sm sm:px-5"
    >
      <span className="text-muted">Page {page}</span>
      <span className="flex gap-2">
        {page > 1 && (
          <ButtonLink size="small" href={to(page - 1)} rel="prev">
            <ChevronLeft className="size-4 rtl:rotate-180" aria-hidden />
            Newer
          </ButtonLink>
        )}
        {hasNext && (
          <ButtonLink size="small" href={to(page + 1)} rel="next">
            Older
            <ChevronRight className="size-4 rtl:rotate-180" aria-hidden />
          </ButtonLink>
        )}
      </span>
    </nav>
  );
}
