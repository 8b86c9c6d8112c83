import { Field } from '#components/ui/forms/field.tsx';
import { Input } from '#components/ui/forms/input.tsx';
import type { Environment } from '#server/domain/environments.ts';
import { type Choices, FilterChoice, FilterForm } from '../filter-form.tsx';

/** The filter in the address. */
export interface Filters {
  readonly search: string;
  readonly type: string;
  readonly status: string;
  readonly publication: string;
}

const types: Choices = [
  ['onetime', 'One-time purchase'],
  ['subscription', 'Subscription'],
];
const statuses: Choices = [
  ['active', 'Active'],
  ['inactive', 'Inactive'],
];
const publications: Choices = [
  ['unpublished', 'Not published'],
  ['differs', 'Unpublished changes'],
  ['same', 'Up to date'],
];

export const ProductFilters = ({
  href,
  filters,
  environment,
}: {
  href: string;
  filters: Filters;
  environment: Environment;
}) => (
  <FilterForm
    href={href}
    filters={filters}
    label="Filter products"
    className="md:grid-cols-2 md:items-end xl:grid-cols-[minmax(0,1fr)_12rem_10rem_12rem_auto]"
  >
    <Field label="Search">
      <Input name="q" type="search" maxLength={200} defaultValue={filters.search} placeholder="Name or product ID" />
    </Field>
    <FilterChoice name="type" label="Type" any="Any type" value={filters.type} choices={types} />
    <FilterChoice
      name="status"
      label={environment === 'test' ? 'Test status' : 'Status'}
      any="Any status"
      value={filters.status}
      choices={statuses}
    />
    <FilterChoice name="publication" label="Publication" any="Any" value={filters.publication} choices={publications} />
  </FilterForm>
);
