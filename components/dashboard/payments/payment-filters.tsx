import { type Choices, FilterChecks, FilterChoice, FilterForm } from '../filter-form.tsx';
import { CustomerField, type OneCustomer } from '../lists/customer-field.tsx';
import type { Shown } from '../lists/range-fields.tsx';
import { ProductField, SaleFields, SortField, saleFields } from '../lists/sale-fields.tsx';
import { SearchField } from '../lists/search-field.tsx';

interface PaymentFiltersProps {
  href: string;
  shown: Shown;
  statuses: Choices;
  declines: Choices;
  products: Choices;
  countries: Choices;
  customer: OneCustomer | undefined;
}

const types = [
  ['onetime', 'One-time'],
  ['subscription', 'Subscription'],
  ['renewal', 'Subscription renewal'],
] as const;

/** Fields that no built-in view shows: if one is set, the extra filters start expanded. */
const extraFields = [...saleFields, 'product', 'type'];

/** The filter of payments. */
export const PaymentFilters = (props: PaymentFiltersProps) => {
  const { href, shown, statuses, declines, products, countries, customer } = props;
  return (
    <FilterForm
      href={href}
      filters={shown}
      label="Filter payments"
      className="md:grid-cols-[minmax(0,1fr)_14rem_11rem_auto] md:items-end"
      moreSet={[...extraFields, 'status', 'refunded'].filter((name) => shown[name]).length}
      isMoreOpen={extraFields.some((name) => shown[name])}
      more={
        <>
          <FilterChecks name="status" label="Status" values={shown.status?.split(' ') ?? []} choices={statuses} />
          <ProductField shown={shown} products={products} />
          <FilterChoice name="type" label="Type" any="Any type" value={shown.type ?? ''} choices={types} />
          <FilterChoice
            name="refunded"
            label="Refunds"
            any="Any"
            value={shown.refunded ?? ''}
            choices={[['yes', 'Fully or partially refunded']]}
          />
          <SaleFields shown={shown} countries={countries} />
        </>
      }
    >
      {customer && <CustomerField {...customer} />}
      <SearchField value={shown.q} placeholder="Payment ID, order ID or email" />
      <FilterChoice
        name="decline"
        label="Decline reason"
        any="Any reason"
        value={shown.decline ?? ''}
        choices={declines}
      />
      <SortField shown={shown} />
    </FilterForm>
  );
};
