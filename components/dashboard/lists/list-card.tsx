import { Hourglass, type LucideIcon, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { ButtonLink } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Pagination } from '#components/ui/pagination.tsx';

interface ListCardProps {
  /** The list's address without a filter. */
  href: string;
  /** The plural name of the rows: "orders". */
  noun: string;
  filters: ReactNode;
  /** Whether any filter is set, and whether the search timed out. */
  isFiltered: boolean;
  isTimedOut: boolean;
  isEmpty: boolean;
  /** The empty state of a list without any rows. */
  icon: LucideIcon;
  emptyState: { readonly title: string; readonly text: ReactNode; readonly action?: ReactNode };
  newer: string | undefined;
  older: string | undefined;
  isOldestFirst?: boolean;
  /** Sorted by the next charge instead, soonest first. */
  isByNextCharge?: boolean;
  /** The table with the rows. */
  children: ReactNode;
}

const byCharge = { newer: 'Charged later', older: 'Charged sooner' };

/** A list with its filter and pagination, or an empty state with the next step. */
export function ListCard(props: ListCardProps) {
  const { href, noun, filters, isFiltered, isTimedOut, isEmpty, icon, emptyState, newer, older } = props;
  const isBare = isEmpty && !isTimedOut && !isFiltered;
  return (
    <Card>
      {!isBare && filters}
      {isTimedOut && (
        <EmptyState icon={Hourglass} title="The search timed out">
          Add a date range, a status or a product to narrow the search.
        </EmptyState>
      )}
      {isBare && (
        <EmptyState icon={icon} title={emptyState.title} action={emptyState.action}>
          {emptyState.text}
        </EmptyState>
      )}
      {isEmpty && !isTimedOut && isFiltered && (
        <EmptyState
          icon={SearchX}
          title={`No ${noun} match`}
          action={<ButtonLink href={href}>Show all {noun}</ButtonLink>}
        >
          Search by a full ID or reference, or by the beginning of an email address. Test and live data are separate.
        </EmptyState>
      )}
      {!isEmpty && !isTimedOut && props.children}
      <Pagination
        newer={newer}
        older={older}
        isOldestFirst={props.isByNextCharge || (props.isOldestFirst ?? false)}
        {...(props.isByNextCharge && { labels: byCharge })}
      />
    </Card>
  );
}
