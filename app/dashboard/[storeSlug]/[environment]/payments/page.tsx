import { CreditCard } from 'lucide-react';
import type { Metadata } from 'next';
import { addressOf, pageOf, pagesBeside, paramsOf, shownOf } from '#app/dashboard/list-address.ts';
import { requireScope, type StorePageProps } from '#app/dashboard/scope.ts';
import { AutoRefresh } from '#components/dashboard/auto-refresh.tsx';
import { ExportLink } from '#components/dashboard/lists/export-link.tsx';
import { PagedList } from '#components/dashboard/lists/paged-list.tsx';
import { PaymentFilters } from '#components/dashboard/payments/payment-filters.tsx';
import { PaymentTable } from '#components/dashboard/payments/payment-table.tsx';
import { paymentLabel } from '#components/dashboard/status-badge.tsx';
import { Card } from '#components/ui/card.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { searchPayments } from '#server/billing/payments/data/payment-search.ts';
import { isIndexedPaymentFilter, readPaymentFilter } from '#server/billing/payments/rules/payment-filter.ts';
import { listProductChoices } from '#server/catalog/data/product-choices.ts';
import { declineCodes, declineLabel } from '#server/domain/declines.ts';
import { toShortId } from '#server/domain/ids.ts';
import { paymentStatuses } from '#server/domain/payment.ts';
import { searchWithTimeout } from '#server/platform/data/search-timeout.ts';
import { countryChoices } from '../country-choices.ts';
import { ListViews } from '../list-views.tsx';
import { readOneCustomer } from '../one-customer.ts';
import { paymentRow } from './payment-row.ts';

export const metadata: Metadata = { title: 'Payments' };

const pageSize = 25;

export default async function PaymentsPage({ params, searchParams }: StorePageProps) {
  const account = await requireScope(params, '/payments');
  const { readDb, merchant, scope, base } = account;
  const search = paramsOf(await searchParams);
  const { filter, query } = readPaymentFilter(search);
  const page = pageOf(search);
  const isFiltered = query !== '';
  const [found, products, customer] = await Promise.all([
    isFiltered
      ? searchWithTimeout(readDb, merchant.id, (tx) => searchPayments(tx, scope, filter, page, pageSize))
      : searchPayments(readDb, scope, filter, page, pageSize),
    listProductChoices(readDb, scope, undefined, filter.productId),
    readOneCustomer(account, filter.customerId),
  ]);
  const rows = found?.rows ?? [];
  const href = `${base}/payments`;
  return (
    <>
      {/* A search without an index may read the whole table, so it is not refreshed. */}
      {found?.isFirst && isIndexedPaymentFilter(filter) && <AutoRefresh />}
      <PageHeader
        title="Payments"
        description="All payment attempts, including failed ones."
        actions={rows.length > 0 && <ExportLink href={addressOf(`${href}/export`, query)} />}
      />
      <ListViews account={account} list="payments" query={query} />
      <Card>
        <PagedList
          href={href}
          noun="payments"
          filters={
            <PaymentFilters
              href={href}
              shown={shownOf(query)}
              statuses={paymentStatuses.map((status) => [status, paymentLabel(status)])}
              declines={declineCodes.map((code) => [code, declineLabel(code)])}
              products={products.map(({ id, name }) => [toShortId('PROD', id), name])}
              countries={countryChoices()}
              customer={customer}
            />
          }
          isFiltered={isFiltered}
          isTimedOut={!found}
          isEmpty={rows.length === 0}
          icon={CreditCard}
          emptyState={{
            title: 'No payments yet',
            text: 'Payment attempts appear here immediately, with their status, payment method and decline reason.',
          }}
          {...(found ? pagesBeside(href, query, found) : { newer: undefined, older: undefined })}
          isOldestFirst={filter.oldestFirst}
        >
          <PaymentTable payments={rows.map(paymentRow)} base={base} />
        </PagedList>
      </Card>
    </>
  );
}
