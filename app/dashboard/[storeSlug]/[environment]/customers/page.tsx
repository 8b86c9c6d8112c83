import { Users } from 'lucide-react';
import type { Metadata } from 'next';
import { addressOf, pageOf, pagesBeside, paramsOf, shownOf } from '#app/dashboard/list-address.ts';
import { requireScope, type StorePageProps } from '#app/dashboard/scope.ts';
import { AutoRefresh } from '#components/dashboard/auto-refresh.tsx';
import { CustomerFilters } from '#components/dashboard/customers/customer-filters.tsx';
import { CustomerTable } from '#components/dashboard/customers/customer-table.tsx';
import { ExportLink } from '#components/dashboard/lists/export-link.tsx';
import { PagedList } from '#components/dashboard/lists/paged-list.tsx';
import { Card } from '#components/ui/card.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { readSpent, searchCustomers } from '#server/customers/data/customers.ts';
import { readCustomerFilter } from '#server/customers/rules/customer-filter.ts';
import { searchWithTimeout } from '#server/platform/data/search-timeout.ts';
import { countryChoices } from '../country-choices.ts';
import { ListViews } from '../list-views.tsx';
import { customerLine } from './customer-line.ts';

export const metadata: Metadata = { title: 'Customers' };

const pageSize = 25;

export default async function CustomersPage({ params, searchParams }: StorePageProps) {
  const account = await requireScope(params, '/customers');
  const { readDb, merchant, scope, base } = account;
  const search = paramsOf(await searchParams);
  const { filter, query } = readCustomerFilter(search);
  const page = pageOf(search);
  const isFiltered = query !== '';
  const found = isFiltered
    ? await searchWithTimeout(readDb, merchant.id, (tx) => searchCustomers(tx, scope, filter, page, pageSize))
    : await searchCustomers(readDb, scope, filter, page, pageSize);
  const rows = found?.rows ?? [];
  const spent = await readSpent(
    readDb,
    scope,
    rows.map(({ id }) => id),
  );
  const href = `${base}/customers`;
  return (
    <>
      {/* A search may read the whole table, so it is not refreshed. */}
      {found?.isFirst && !isFiltered && <AutoRefresh everySeconds={15} />}
      <PageHeader
        title="Customers"
        description="Everyone who bought or started a trial, grouped by your customer ID or email."
        actions={rows.length > 0 && <ExportLink href={addressOf(`${href}/export`, query)} />}
      />
      <ListViews account={account} list="customers" query={query} />
      <Card>
        <PagedList
          href={href}
          noun="customers"
          filters={<CustomerFilters href={href} shown={shownOf(query)} countries={countryChoices()} />}
          isFiltered={isFiltered}
          isTimedOut={!found}
          isEmpty={rows.length === 0}
          icon={Users}
          emptyState={{
            title: 'No customers yet',
            text: 'Customers appear here with their first paid order. Pass your own customer ID as buyerIdentity to group all orders of a customer, whichever email address they use.',
          }}
          {...(found ? pagesBeside(href, query, found) : { newer: undefined, older: undefined })}
        >
          <CustomerTable
            customers={rows.map((customer) => customerLine(customer, spent.get(customer.id)))}
            base={base}
          />
        </PagedList>
      </Card>
    </>
  );
}
