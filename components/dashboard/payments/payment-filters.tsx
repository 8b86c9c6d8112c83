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
  ['renewal', 'Renewal of a subscription'],
] as const;

/** Beside the status and refunds, which the views above the list show. */
const seldom = [...saleFields, 'product', 'type'];

/** What payments are looked through by. */
export const PaymentFilters = (props: PaymentFiltersProps) => {
  const { href, shown, statuses, declines, products, countries, customer } = props;
  return (
    <FilterForm
      href={href}
      filters={shown}
      label="Filter payments"
      className="md:grid-cols-[minmax(0,1fr)_14rem_11rem_auto] md:items-end"
      moreSet={[...seldom, 'status', 'refunded'].filter((name) => shown[name]).length}
      isMoreOpen={seldom.some((name) => shown[name])}
      more={
        <>
          <FilterChecks name="status" label="Status" values={shown.status?.split(' ') ?? []} choices={statuses} />
          <ProductField shown={shown} products={products} />
          <FilterChoice name="type" label="Type" any="Any type" value={shown.type ?? ''} choices={types} />
          <FilterChoice
            name="refunded"
            label="Refunds"
            any="Refunded or not"
            value={shown.refunded ?? ''}
            choices={[['yes', 'Refunded, all or in part']]}
          />
          <SaleFields shown={shown} countries={countries} />
        </>
      }
    >
      {customer && <CustomerField {...customer} />}
      <SearchField value={shown.q} placeholder="PAY_…, ORD_…, ana@example.com" />
      <FilterChoice
        name="decline"
        label="Declined for"
        any="Any reason"
        value={shown.decline ?? ''}
        choices={declines}
      />
      <SortField shown={shown} />
    </FilterForm>
  );
};
