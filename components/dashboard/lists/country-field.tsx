import { type Choices, FilterChoice } from '../filter-form.tsx';

/** Where the buyer is. */
export const CountryField = ({ value, countries }: { value: string | undefined; countries: Choices }) => (
  <FilterChoice name="country" label="Country" any="Any country" value={value ?? ''} choices={countries} />
);
