import { ReceiptText, Repeat } from 'lucide-react';
import type { ReactNode } from 'react';
import { addressOf, pageOf, pagesBeside, paramsOf, shownOf } from '#app/dashboard/list-address.ts';
import type { PageSearch, requireScope } from '#app/dashboard/scope.ts';
import { AutoRefresh } from '#components/dashboard/auto-refresh.tsx';
import { ExportLink } from '#components/dashboard/lists/export-link.tsx';
import { PagedList } from '#components/dashboard/lists/paged-list.tsx';
import { OrderFilters } from '#components/dashboard/orders/order-filters.tsx';
import { orderStatusLabel } from '#components/dashboard/status-badge.tsx';
import { ButtonLink } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { type ListedOrder, searchOrders } from '#server/billing/orders/data/order-search.ts';
import {
  isIndexedFilter,
  orderStatuses,
  readOrderFilter,
  statusesOf,
} from '#server/billing/orders/rules/order-filter.ts';
import { listProductChoices } from '#server/catalog/data/product-choices.ts';
import { toShortId } from '#server/domain/ids.ts';
import { searchWithTimeout } from '#server/platform/data/search-timeout.ts';
import { countryChoices } from '../country-choices.ts';
import { ListViews } from '../list-views.tsx';
import { readOneCustomer } from '../one-customer.ts';

const pageSize = 25;

interface OrderListProps {
  account: Awaited<ReturnType<typeof requireScope>>;
  search: Awaited<PageSearch>;
  /** All orders, or subscriptions only. */
  list: 'orders' | 'subscriptions';
  title: string;
  description: string;
  table: (orders: readonly ListedOrder[]) => ReactNode;
}

/** A filterable list of orders. The first page refreshes automatically. */
export async function OrderList({ account, search, list, title, description, table }: OrderListProps) {
  const { readDb, merchant, environment, scope, base } = account;
  const only = list === 'subscriptions' ? 'subscription' : undefined;
  const params = paramsOf(search);
  const { filter, query } = readOrderFilter(params, only);
  const page = pageOf(params);
  const href = `${base}/${list}`;
  const isFiltered = query !== '';
  const [found, products, customer] = await Promise.all([
    // Only the unfiltered list is always served by an index; a filtered one needs a time limit.
    isFiltered
      ? searchWithTimeout(readDb, merchant.id, (tx) => searchOrders(tx, scope, filter, page, pageSize))
      : searchOrders(readDb, scope, filter, page, pageSize),
    listProductChoices(readDb, scope, only, filter.productId),
    readOneCustomer(account, filter.customerId),
  ]);
  const rows = found?.rows ?? [];
  const statuses = only ? statusesOf[only] : orderStatuses;
  return (
    <>
      {/* A search without an index may read the whole table, so it is not refreshed. */}
      {found?.isFirst && isIndexedFilter(filter) && <AutoRefresh />}
      <PageHeader
        title={title}
        description={description}
        actions={rows.length > 0 && <ExportLink href={addressOf(`${href}/export`, query)} />}
      />
      <ListViews account={account} list={list} query={query} />
      <Card>
        <PagedList
          href={href}
          noun={list}
          filters={
            <OrderFilters
              href={href}
              noun={list}
              shown={shownOf(query)}
              statuses={statuses.map((status) => [status, orderStatusLabel(status)])}
              products={products.map(({ id, name }) => [toShortId('PROD', id), name])}
              countries={countryChoices()}
              customer={customer}
            />
          }
          isFiltered={isFiltered}
          isTimedOut={!found}
          isEmpty={rows.length === 0}
          icon={only ? Repeat : ReceiptText}
          emptyState={{
            title: `No ${list} yet`,
            text: emptyText(environment, only !== undefined),
            action: <ButtonLink href={`${base}/products`}>Go to products</ButtonLink>,
          }}
          {...(found ? pagesBeside(href, query, found) : { newer: undefined, older: undefined })}
          isOldestFirst={filter.oldestFirst}
          isByNextCharge={filter.byNextCharge}
        >
          {table(rows)}
        </PagedList>
      </Card>
    </>
  );
}

function emptyText(environment: 'test' | 'prod', isSubscriptions: boolean): string {
  const noun = isSubscriptions ? 'subscription' : 'order';
  const product = isSubscriptions ? 'subscription product' : 'product';
  return environment === 'test'
    ? `Create a checkout link on a ${product}’s page and pay with card 4242 4242 4242 4242. The ${noun} will appear here automatically.`
    : `Share a checkout link for a published ${product}. The ${noun} will appear here automatically.`;
}
