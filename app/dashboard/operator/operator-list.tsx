import { notFound } from 'next/navigation';
import type { ReactNode } from 'react';
import { OperatorSearch } from '#components/dashboard/operator/search-form.tsx';
import { Card } from '#components/ui/card.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import type { Database } from '#db/client.ts';
import { isOperator } from '#server/accounts/data/operators.ts';
import { settings } from '#server/platform/settings.ts';
import { textOf } from '../list-address.ts';
import { type PageSearch, requireAccount } from '../scope.ts';
import { OperatorFrame } from './operator-frame.tsx';

interface OperatorListProps<Item> {
  path: string;
  title: string;
  description: string;
  /** The search field's placeholder. */
  placeholder: string;
  searchParams: PageSearch;
  list: (db: Database, query: { search: string; limit: number }) => Promise<Item[]>;
  table: (items: Item[]) => ReactNode;
}

const maxLines = 100;

/** An operator page with a searchable list. */
export async function OperatorList<Item>(props: OperatorListProps<Item>) {
  const { db, merchant, stores } = await requireAccount(props.path);
  if (!(await isOperator(db, merchant.id, settings()))) notFound();
  const search = textOf(await props.searchParams, 'q');
  const items = await props.list(db, { search, limit: maxLines });
  return (
    <OperatorFrame merchant={merchant} stores={stores} width="max-w-6xl">
      <PageHeader title={props.title} description={props.description} />
      <OperatorSearch value={search} placeholder={props.placeholder} />
      <Card>
        {items.length === 0 ? (
          <p className="p-5 text-sm text-muted">{search ? 'No results.' : 'Nothing here yet.'}</p>
        ) : (
          props.table(items)
        )}
      </Card>
      {items.length === maxLines && (
        <p className="mt-3 text-sm text-muted">Showing the newest {maxLines}. Search to find more.</p>
      )}
    </OperatorFrame>
  );
}
