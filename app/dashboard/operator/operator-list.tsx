import { notFound } from 'next/navigation';
import type { ReactNode } from 'react';
import { OperatorSearch } from '#components/dashboard/operator/search-form.tsx';
import { Card } from '#components/ui/card.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import type { Database } from '#db/client.ts';
import { isOperator } from '#server/accounts/data/operators.ts';
import { settings } from '#server/platform/settings.ts';
import { type PageSearch, requireAccount } from '../scope.ts';
import { OperatorFrame } from './operator-frame.tsx';

interface OperatorListProps<Found> {
  path: string;
  title: string;
  description: string;
  /** What the search compares with. */
  placeholder: string;
  searchParams: PageSearch;
  list: (db: Database, wanted: { search: string; limit: number }) => Promise<Found[]>;
  table: (found: Found[]) => ReactNode;
}

const maxLines = 100;

/** A page with one of the operator's lists and its search. */
export async function OperatorList<Found>(props: OperatorListProps<Found>) {
  const { db, merchant, stores } = await requireAccount(props.path);
  if (!(await isOperator(db, merchant.id, settings()))) notFound();
  const { q } = await props.searchParams;
  const search = typeof q === 'string' ? q.trim().slice(0, 200) : '';
  const found = await props.list(db, { search, limit: maxLines });
  return (
    <OperatorFrame merchant={merchant} stores={stores} width="max-w-6xl">
      <PageHeader title={props.title} description={props.description} />
      <OperatorSearch value={search} placeholder={props.placeholder} />
      <Card>
        {found.length === 0 ? (
          <p className="p-5 text-sm text-muted">{search ? 'Nothing matches the search.' : 'There is none yet.'}</p>
        ) : (
          props.table(found)
        )}
      </Card>
      {found.length === maxLines && (
        <p className="mt-3 text-sm text-muted">The newest {maxLines}. Search for the others.</p>
      )}
    </OperatorFrame>
  );
}
