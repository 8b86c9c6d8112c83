import { Hourglass, type LucideIcon, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { ButtonLink } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Pagination } from '#components/ui/pagination.tsx';

interface ListCardProps {
  /** The list's own address. */
  href: string;
  /** What it lists: "orders". */
  noun: string;
  filters: ReactNode;
  /** Whether the filter asks for anything, and whether what it asks for was found in time. */
  isFiltered: boolean;
  isLate: boolean;
  isEmpty: boolean;
  /** What a list that never held anything teaches. */
  icon: LucideIcon;
  teaches: { readonly title: string; readonly text: ReactNode; readonly action?: ReactNode };
  newer: string | undefined;
  older: string | undefined;
  isOldestFirst?: boolean;
  /** Instead, whether it begins with what is charged next: the newer is what is charged later. */
  isByNextCharge?: boolean;
  /** The table. */
  children: ReactNode;
}

const byCharge = { newer: 'Charged later', older: 'Charged sooner' };

/** A list with its filter and its pages; or why there is nothing in it, and what to do about that. */
export function ListCard(props: ListCardProps) {
  const { href, noun, filters, isFiltered, isLate, isEmpty, icon, teaches, newer, older } = props;
  const isBare = isEmpty && !isLate && !isFiltered;
  return (
    <Card>
      {!isBare && filters}
      {isLate && (
        <EmptyState icon={Hourglass} title="The search took too long">
          Choose a time range, a status or a product, so that less has to be looked through.
        </EmptyState>
      )}
      {isBare && (
        <EmptyState icon={icon} title={teaches.title} action={teaches.action}>
          {teaches.text}
        </EmptyState>
      )}
      {isEmpty && !isLate && isFiltered && (
        <EmptyState
          icon={SearchX}
          title={`No ${noun} match`}
          action={<ButtonLink href={href}>Show all {noun}</ButtonLink>}
        >
          Ids and your own references have to be whole; of an email address, the beginning is enough. Test and prod
          stand apart.
        </EmptyState>
      )}
      {!isEmpty && !isLate && props.children}
      <Pagination
        newer={newer}
        older={older}
        isOldestFirst={props.isByNextCharge || (props.isOldestFirst ?? false)}
        {...(props.isByNextCharge && { words: byCharge })}
      />
    </Card>
  );
}
