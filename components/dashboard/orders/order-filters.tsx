import { type Choices, FilterChecks, FilterChoice, FilterForm } from '../filter-form.tsx';
import { CountryField } from '../lists/country-field.tsx';
import { CustomerField, type OneCustomer } from '../lists/customer-field.tsx';
import { AmountFields, DayFields, type Shown } from '../lists/range-fields.tsx';
import { SearchField } from '../lists/search-field.tsx';

interface OrderFiltersProps {
  href: string;
  /** "orders", "subscriptions". */
  noun: string;
  /** As it stands in the address; `status` holds several, with spaces between them. */
  shown: Shown;
  statuses: Choices;
  products: Choices;
  countries: Choices;
  /** Whether there are those of both types. */
  hasTypes: boolean;
  customer: OneCustomer | undefined;
}

const types = [
  ['onetime', 'One-time'],
  ['subscription', 'Subscription'],
] as const;

/** Beside the status and the type, which the views above the list show. */
const seldom = ['currency', 'least', 'most', 'from', 'until', 'country'];

/** What orders are looked through by. */
export const OrderFilters = ({
  href,
  noun,
  shown,
  statuses,
  products,
  countries,
  hasTypes,
  customer,
}: OrderFiltersProps) => (
  <FilterForm
    href={href}
    filters={shown}
    label={`Filter ${noun}`}
    className="md:grid-cols-[minmax(0,1fr)_14rem_11rem_auto] md:items-end"
    moreSet={[...seldom, 'status', 'type'].filter((name) => shown[name]).length}
    isMoreOpen={seldom.some((name) => shown[name]) || shown.status?.includes(' ') === true}
    more={
      <>
        <FilterChecks name="status" label="Status" values={shown.status?.split(' ') ?? []} choices={statuses} />
        {hasTypes && <FilterChoice name="type" label="Type" any="Any type" value={shown.type ?? ''} choices={types} />}
        <CountryField value={shown.country} countries={countries} />
        <DayFields shown={shown} />
        <AmountFields shown={shown} />
      </>
    }
  >
    {customer && <CustomerField {...customer} />}
    <SearchField value={shown.q} placeholder="ORD_…, ana@example.com, your reference" />
    <FilterChoice name="product" label="Product" any="Any product" value={shown.product ?? ''} choices={products} />
    <FilterChoice
      name="sort"
      label="Sort"
      any="Newest first"
      value={shown.sort ?? ''}
      choices={[['oldest', 'Oldest first']]}
    />
  </FilterForm>
);
