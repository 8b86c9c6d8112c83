import { type Choices, FilterChoice, FilterForm } from '../filter-form.tsx';
import { CountryField } from '../lists/country-field.tsx';
import { DayFields, type Shown } from '../lists/range-fields.tsx';
import { SearchField } from '../lists/search-field.tsx';

/** The filter of customers. */
export const CustomerFilters = ({ href, shown, countries }: { href: string; shown: Shown; countries: Choices }) => (
  <FilterForm
    href={href}
    filters={shown}
    label="Filter customers"
    className="md:grid-cols-[minmax(0,1fr)_14rem_11rem_auto] md:items-end"
    moreSet={['returning', 'from', 'until'].filter((name) => shown[name]).length}
    isMoreOpen={['from', 'until'].some((name) => shown[name])}
    more={
      <>
        <FilterChoice
          name="returning"
          label="Orders"
          any="Any number"
          value={shown.returning ?? ''}
          choices={[['yes', 'More than one']]}
        />
        <DayFields shown={shown} label="First order" />
      </>
    }
  >
    <SearchField value={shown.q} placeholder="Email or customer ID" />
    <CountryField value={shown.country} countries={countries} />
    <FilterChoice
      name="sort"
      label="Sort"
      any="Most recent order first"
      value={shown.sort ?? ''}
      choices={[['first', 'Newest customers first']]}
    />
  </FilterForm>
);
