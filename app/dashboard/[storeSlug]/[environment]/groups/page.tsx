import { Layers, Plus } from 'lucide-react';
import type { Metadata } from 'next';
import { addressOf, textOf } from '#app/dashboard/list-address.ts';
import { basePath, requireScope, type StorePageProps } from '#app/dashboard/scope.ts';
import { FilterForm } from '#components/dashboard/filter-form.tsx';
import { GroupTable } from '#components/dashboard/groups/group-table.tsx';
import { PagedList } from '#components/dashboard/lists/paged-list.tsx';
import { ButtonLink } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';
import { Field } from '#components/ui/forms/field.tsx';
import { Input } from '#components/ui/forms/input.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { listGroupLines } from '#server/catalog/data/group-pages.ts';
import { isUuid } from '#server/domain/ids.ts';

export const metadata: Metadata = { title: 'Plan groups' };

const pageSize = 50;

export default async function GroupsPage({ params, searchParams }: StorePageProps) {
  const { db, store, environment, scope, base } = await requireScope(params, '/groups');
  const query = await searchParams;
  const search = textOf(query, 'q');
  const after = typeof query.after === 'string' && isUuid(query.after) ? query.after : undefined;
  const rows = await listGroupLines(db, scope, { search, limit: pageSize + 1, after });
  const groups = rows.slice(0, pageSize);
  const href = `${base}/groups`;
  const hrefWith = (from = '') => addressOf(href, { q: search, after: from });
  const isBare = groups.length === 0 && search === '' && after === undefined;
  const createButton = (
    <ButtonLink variant="primary" href={`${basePath(store.slug, 'test')}/groups/new`}>
      <Plus className="size-4" aria-hidden />
      {environment === 'test' ? 'Create plan group' : 'Create in test mode'}
    </ButtonLink>
  );
  return (
    <>
      <PageHeader
        title="Plan groups"
        description="Group related plans, such as Basic and Pro."
        parent={{ href: `${base}/products`, label: 'Products' }}
        actions={!isBare && createButton}
      />
      <Card>
        <PagedList
          href={href}
          noun="plan groups"
          filters={
            <FilterForm
              href={href}
              filters={{ search }}
              label="Filter plan groups"
              className="sm:grid-cols-[minmax(0,20rem)_auto] sm:items-end"
            >
              <Field label="Name">
                <Input name="q" type="search" maxLength={200} defaultValue={search} />
              </Field>
            </FilterForm>
          }
          isFiltered={search !== ''}
          isEmpty={groups.length === 0}
          icon={Layers}
          emptyState={{
            title: 'No plan groups yet',
            text: 'Group the plans of a service, for example to give each customer one free trial across all of them. A product can be in one group.',
            action: createButton,
          }}
          searchText="Search matches part of a name."
          newest={after === undefined ? undefined : hrefWith()}
          older={rows.length > pageSize ? hrefWith(groups.at(-1)?.id) : undefined}
        >
          <GroupTable groups={groups} base={base} />
        </PagedList>
      </Card>
    </>
  );
}
