import { type Choices, FilterChoice } from '../filter-form.tsx';
import { CountryField } from './country-field.tsx';
import { AmountFields, DayFields, type Shown } from './range-fields.tsx';

/** The names of {@link SaleFields}. */
export const saleFields = ['country', 'from', 'until', 'currency', 'least', 'most'] as const;

/** Less common filters of orders and payments: country, dates and amounts. */
export const SaleFields = ({ shown, countries }: { shown: Shown; countries: Choices }) => (
  <>
    <CountryField value={shown.country} countries={countries} />
    <DayFields shown={shown} />
    <AmountFields shown={shown} />
  </>
);

/** The product filter. */
export const ProductField = ({ shown, products }: { shown: Shown; products: Choices }) => (
  <FilterChoice name="product" label="Product" any="Any product" value={shown.product ?? ''} choices={products} />
);

/** The sort order, newest first by default. */
export const SortField = ({ shown, more = [] }: { shown: Shown; more?: Choices }) => (
  <FilterChoice
    name="sort"
    label="Sort"
    any="Newest first"
    value={shown.sort ?? ''}
    choices={[['oldest', 'Oldest first'], ...more]}
  />
);
