import { ReceiptText, Repeat } from 'lucide-react';
import type { ReactNode } from 'react';
import { addressOf, pagesBeside, paramsOf, placeIn, shownOf } from '#app/dashboard/list-address.ts';
import type { PageSearch, requireScope } from '#app/dashboard/scope.ts';
import { AutoRefresh } from '#components/dashboard/auto-refresh.tsx';
import { ExportLink } from '#components/dashboard/lists/export-link.tsx';
import { ListCard } from '#components/dashboard/lists/list-card.tsx';
import { OrderFilters } from '#components/dashboard/orders/order-filters.tsx';
import { standingWords } from '#components/dashboard/status-badge.tsx';
import { ButtonLink } from '#components/ui/button.tsx';
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
import { inTime } from '#server/platform/data/in-time.ts';
import { countryChoices } from '../country-choices.ts';
import { ListViews } from '../list-views.tsx';
import { readOneCustomer } from '../one-customer.ts';

const pageSize = 25;

interface OrderListProps {
  account: Awaited<ReturnType<typeof requireScope>>;
  search: Awaited<PageSearch>;
  /** All orders, or the subscriptions among them. */
  list: 'orders' | 'subscriptions';
  title: string;
  description: string;
  table: (orders: readonly ListedOrder[]) => ReactNode;
}

/** Orders with their filter, those of a customer or a product, too; the first page is kept up to date. */
export async function OrderList({ account, search, list, title, description, table }: OrderListProps) {
  const { readDb, merchant, environment, scope, base } = account;
  const only = list === 'subscriptions' ? 'subscription' : undefined;
  const params = paramsOf(search);
  const { filter, query } = readOrderFilter(params, only);
  const place = placeIn(params);
  const href = `${base}/${list}`;
  const isFiltered = query !== '';
  const [found, products, customer] = await Promise.all([
    // All that there is lies in an index; what else is asked for may not.
    isFiltered
      ? inTime(readDb, merchant.id, (tx) => searchOrders(tx, scope, filter, place, pageSize))
      : searchOrders(readDb, scope, filter, place, pageSize),
    listProductChoices(readDb, scope, only, filter.productId),
    readOneCustomer(account, filter.customerId),
  ]);
  const rows = found?.rows ?? [];
  const statuses = only ? statusesOf[only] : orderStatuses;
  return (
    <>
      {/* A search may read all there is: it is not repeated by itself. */}
      {found?.isFirst && isIndexedFilter(filter) && <AutoRefresh />}
      <PageHeader
        title={title}
        description={description}
        actions={rows.length > 0 && <ExportLink href={addressOf(`${href}/export`, query)} />}
      />
      <ListViews account={account} list={list} query={query} />
      <ListCard
        href={href}
        noun={list}
        filters={
          <OrderFilters
            href={href}
            noun={list}
            shown={shownOf(query)}
            statuses={statuses.map((status) => [status, standingWords(status)])}
            products={products.map(({ id, name }) => [toShortId('PROD', id), name])}
            countries={countryChoices()}
            customer={customer}
          />
        }
        isFiltered={isFiltered}
        isLate={!found}
        isEmpty={rows.length === 0}
        icon={only ? Repeat : ReceiptText}
        teaches={{
          title: `No ${list} yet`,
          text: teaching(environment, only !== undefined),
          action: <ButtonLink href={`${base}/products`}>Go to products</ButtonLink>,
        }}
        {...(found ? pagesBeside(href, query, found) : { newer: undefined, older: undefined })}
        isOldestFirst={filter.oldestFirst}
        isByNextCharge={filter.byNextCharge}
      >
        {table(rows)}
      </ListCard>
    </>
  );
}

function teaching(environment: 'test' | 'prod', isSubscriptions: boolean): string {
  const what = isSubscriptions ? 'subscription' : 'order';
  const product = isSubscriptions ? 'a subscription product’s page' : 'a product’s page';
  return environment === 'test'
    ? `Make a checkout link on ${product}, open it and pay with card 4242 4242 4242 4242. Keep this page open and watch the ${what} arrive.`
    : `Send a buyer a checkout link of a published ${isSubscriptions ? 'subscription ' : ''}product. Keep this page open and watch the ${what} arrive.`;
}
