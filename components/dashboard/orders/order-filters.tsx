import { type Choices, FilterChecks, FilterChoice, FilterForm } from '../filter-form.tsx';
import { CustomerField, type OneCustomer } from '../lists/customer-field.tsx';
import type { Shown } from '../lists/range-fields.tsx';
import { ProductField, SaleFields, SortField, saleFields } from '../lists/sale-fields.tsx';
import { SearchField } from '../lists/search-field.tsx';

interface OrderFiltersProps {
  href: string;
  /** Subscriptions are charged again and again; among orders there are those of both types. */
  noun: 'orders' | 'subscriptions';
  /** As it stands in the address; `status` holds several, with spaces between them. */
  shown: Shown;
  statuses: Choices;
  products: Choices;
  countries: Choices;
  customer: OneCustomer | undefined;
}

const types = [
  ['onetime', 'One-time'],
  ['subscription', 'Subscription'],
] as const;

const refunds = [
  ['yes', 'Refunded, fully or partially'],
  ['full', 'Fully refunded'],
  ['partial', 'Partially refunded'],
] as const;

const periods = [
  ['weekly', 'Every week'],
  ['monthly', 'Every month'],
  ['quarterly', 'Every 3 months'],
  ['yearly', 'Every year'],
] as const;

/** Beside the status, the type and refunds, which the views above the list show. */
const seldom = [...saleFields, 'period'];

/** What orders are looked through by. */
export const OrderFilters = (props: OrderFiltersProps) => {
  const { href, noun, shown, statuses, products, countries, customer } = props;
  const isSubscriptions = noun === 'subscriptions';
  return (
    <FilterForm
      href={href}
      filters={shown}
      label={`Filter ${noun}`}
      className="md:grid-cols-[minmax(0,1fr)_14rem_11rem_auto] md:items-end"
      moreSet={[...seldom, 'status', 'type', 'refunded'].filter((name) => shown[name]).length}
      isMoreOpen={seldom.some((name) => shown[name]) || shown.status?.includes(' ') === true}
      more={
        <>
          <FilterChecks name="status" label="Status" values={shown.status?.split(' ') ?? []} choices={statuses} />
          {isSubscriptions ? (
            <FilterChoice
              name="period"
              label="Charged"
              any="However often"
              value={shown.period ?? ''}
              choices={periods}
            />
          ) : (
            <FilterChoice name="type" label="Type" any="Any type" value={shown.type ?? ''} choices={types} />
          )}
          <FilterChoice
            name="refunded"
            label="Refunds"
            any="Refunded or not"
            value={shown.refunded ?? ''}
            choices={refunds}
          />
          <SaleFields shown={shown} countries={countries} />
        </>
      }
    >
      {customer && <CustomerField {...customer} />}
      <SearchField value={shown.q} placeholder="ORD_…, ana@example.com, your reference" />
      <ProductField shown={shown} products={products} />
      <SortField shown={shown} more={isSubscriptions ? [['charge', 'Next charge first']] : []} />
    </FilterForm>
  );
};
