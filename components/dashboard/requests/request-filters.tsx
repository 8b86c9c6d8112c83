import { Field } from '#components/ui/forms/field.tsx';
import { Input } from '#components/ui/forms/input.tsx';
import { FilterChoice, FilterForm } from '../filter-form.tsx';
import { callName } from './request-words.ts';

/** The filters as written in the URL. */
export interface Filters {
  readonly search: string;
  readonly status: string;
  readonly path: string;
}

const statusClasses = [
  ['2', '2xx – Succeeded'],
  ['4', '4xx – Rejected'],
  ['5', '5xx – Failed'],
] as const;

interface RequestFiltersProps {
  href: string;
  filters: Filters;
  /** The paths of all endpoints. */
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
        placeholder="Request ID, path or error"
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
