import { type Choices, FilterChoice } from '../filter-form.tsx';

/** The customer's country. */
export const CountryField = ({ value, countries }: { value: string | undefined; countries: Choices }) => (
  <FilterChoice name="country" label="Country" any="Any country" value={value ?? ''} choices={countries} />
);
