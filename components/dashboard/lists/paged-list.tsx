import { Hourglass, type LucideIcon, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { ButtonLink } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Pagination } from '#components/ui/pagination.tsx';

interface PagedListProps {
  /** The list's address without a filter. */
  href: string;
  /** The plural name of the rows: "orders". */
  noun: string;
  filters: ReactNode;
  /** Whether any filter is set, and whether the search timed out. */
  isFiltered: boolean;
  isTimedOut?: boolean;
  isEmpty: boolean;
  /** The empty state of a list without any rows. */
  icon: LucideIcon;
  emptyState: { readonly title: string; readonly text: ReactNode; readonly action?: ReactNode };
  /** Advice for a search without results, and for one that timed out. */
  searchText?: string;
  narrowText?: string;
  /** Addresses of other pages. `newest` is for lists that page forward only, and undefined on their first page. */
  newer?: string | undefined;
  newest?: string | undefined;
  older: string | undefined;
  isOldestFirst?: boolean;
  /** Sorted by the next charge instead, soonest first. */
  isByNextCharge?: boolean;
  /** The table with the rows. */
  children: ReactNode;
}

const defaultTexts = {
  search: 'Search by a full ID or reference, or by the beginning of an email address. Test and live data are separate.',
  narrow: 'Add a date range, a status or a product to narrow the search.',
};
const byCharge = { newer: 'Charged later', older: 'Charged sooner' };

/** The content of a card: a list with its filter and pagination, or an empty state with the next step. */
export function PagedList(props: PagedListProps) {
  const {
    href,
    noun,
    filters,
    isFiltered,
    isTimedOut = false,
    isEmpty,
    icon,
    emptyState,
    newer,
    newest,
    older,
  } = props;
  const isBare = isEmpty && !isTimedOut && !isFiltered && newest === undefined;
  return (
    <>
      {!isBare && filters}
      {isTimedOut && (
        <EmptyState icon={Hourglass} title="The search timed out">
          {props.narrowText ?? defaultTexts.narrow}
        </EmptyState>
      )}
      {isBare && (
        <EmptyState icon={icon} title={emptyState.title} action={emptyState.action}>
          {emptyState.text}
        </EmptyState>
      )}
      {isEmpty && !isTimedOut && !isBare && (
        <EmptyState
          icon={SearchX}
          title={newest === undefined ? `No ${noun} match` : `No older ${noun}`}
          action={<ButtonLink href={href}>Show all {noun}</ButtonLink>}
        >
          {props.searchText ?? defaultTexts.search}
        </EmptyState>
      )}
      {!isEmpty && !isTimedOut && props.children}
      <Pagination
        newer={newer}
        newest={newest}
        older={older}
        isOldestFirst={props.isByNextCharge || (props.isOldestFirst ?? false)}
        {...(props.isByNextCharge && { labels: byCharge })}
      />
    </>
  );
}
