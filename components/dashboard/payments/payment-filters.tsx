import { type Choices, FilterChecks, FilterChoice, FilterForm } from '../filter-form.tsx';
import { CustomerField, type OneCustomer } from '../lists/customer-field.tsx';
import { AmountFields, DayFields, type Shown } from '../lists/range-fields.tsx';
import { SearchField } from '../lists/search-field.tsx';

interface PaymentFiltersProps {
  href: string;
  shown: Shown;
  statuses: Choices;
  declines: Choices;
  customer: OneCustomer | undefined;
}

/** Beside the status and refunds, which the views above the list show. */
const seldom = ['currency', 'least', 'most', 'from', 'until'];

/** What payments are looked through by. */
export const PaymentFilters = ({ href, shown, statuses, declines, customer }: PaymentFiltersProps) => (
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
        <FilterChoice
          name="refunded"
          label="Refunds"
          any="Refunded or not"
          value={shown.refunded ?? ''}
          choices={[['yes', 'Refunded, all or in part']]}
        />
        <DayFields shown={shown} />
        <AmountFields shown={shown} />
      </>
    }
  >
    {customer && <CustomerField {...customer} />}
    <SearchField value={shown.q} placeholder="PAY_…, ORD_…, ana@example.com" />
    <FilterChoice name="decline" label="Declined for" any="Any reason" value={shown.decline ?? ''} choices={declines} />
    <FilterChoice
      name="sort"
      label="Sort"
      any="Newest first"
      value={shown.sort ?? ''}
      choices={[['oldest', 'Oldest first']]}
    />
  </FilterForm>
);
