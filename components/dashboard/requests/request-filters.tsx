import { Field } from '#components/ui/forms/field.tsx';
import { Input } from '#components/ui/forms/input.tsx';
import { FilterChoice, FilterForm } from '../filter-form.tsx';
import { callName } from './request-words.ts';

/** As they stand in the address. */
export interface Filters {
  readonly search: string;
  readonly status: string;
  readonly path: string;
}

const statusClasses = [
  ['2', '2xx, succeeded'],
  ['4', '4xx, refused'],
  ['5', '5xx, failed'],
] as const;

interface RequestFiltersProps {
  href: string;
  filters: Filters;
  /** What can be called. */
  paths: readonly string[];
}

export const RequestFilters = ({ href, filters, paths }: RequestFiltersProps) => (
  <FilterForm
    href={href}
    filters={filters}
    label="Filter calls"
    className="md:grid-cols-[minmax(0,1fr)_11rem_15rem_auto] md:items-end"
  >
    <Field label="Search">
      <Input
        name="q"
        type="search"
        maxLength={200}
        defaultValue={filters.search}
        placeholder="Request id, path or error"
      />
    </Field>
    <FilterChoice name="status" label="Status" any="Any status" value={filters.status} choices={statusClasses} />
    <FilterChoice
      name="call"
      label="Call"
      any="Any call"
      value={filters.path}
      choices={paths.map((path) => [path, callName(path)])}
    />
  </FilterForm>
);
