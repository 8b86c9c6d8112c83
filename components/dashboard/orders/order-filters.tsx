import { type Choices, FilterChecks, FilterChoice, FilterForm } from '../filter-form.tsx';
import { CustomerField, type OneCustomer } from '../lists/customer-field.tsx';
import type { Shown } from '../lists/range-fields.tsx';
import { ProductField, SaleFields, SortField, saleFields } from '../lists/sale-fields.tsx';
import { SearchField } from '../lists/search-field.tsx';

interface OrderFiltersProps {
  href: string;
  /** Orders of both types, or subscriptions only. */
  noun: 'orders' | 'subscriptions';
  /** The filter in the address; several values of `status` are separated by spaces. */
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
  ['yes', 'Fully or partially refunded'],
  ['full', 'Fully refunded'],
  ['partial', 'Partially refunded'],
] as const;

const periods = [
  ['weekly', 'Weekly'],
  ['monthly', 'Monthly'],
  ['quarterly', 'Quarterly'],
  ['yearly', 'Yearly'],
] as const;

/** Fields that no built-in view shows: if one is set, the extra filters start expanded. */
const extraFields = [...saleFields, 'period'];

/** The filter of orders or subscriptions. */
export const OrderFilters = (props: OrderFiltersProps) => {
  const { href, noun, shown, statuses, products, countries, customer } = props;
  const isSubscriptions = noun === 'subscriptions';
  return (
    <FilterForm
      href={href}
      filters={shown}
      label={`Filter ${noun}`}
      className="md:grid-cols-[minmax(0,1fr)_14rem_11rem_auto] md:items-end"
      moreSet={[...extraFields, 'status', 'type', 'refunded'].filter((name) => shown[name]).length}
      isMoreOpen={extraFields.some((name) => shown[name]) || shown.status?.includes(' ') === true}
      more={
        <>
          <FilterChecks name="status" label="Status" values={shown.status?.split(' ') ?? []} choices={statuses} />
          {isSubscriptions ? (
            <FilterChoice
              name="period"
              label="Billing period"
              any="Any period"
              value={shown.period ?? ''}
              choices={periods}
            />
          ) : (
            <FilterChoice name="type" label="Type" any="Any type" value={shown.type ?? ''} choices={types} />
          )}
          <FilterChoice name="refunded" label="Refunds" any="Any" value={shown.refunded ?? ''} choices={refunds} />
          <SaleFields shown={shown} countries={countries} />
        </>
      }
    >
      {customer && <CustomerField {...customer} />}
      <SearchField value={shown.q} placeholder="Order ID, email or reference" />
      <ProductField shown={shown} products={products} />
      <SortField shown={shown} more={isSubscriptions ? [['charge', 'Next charge first']] : []} />
    </FilterForm>
  );
};
