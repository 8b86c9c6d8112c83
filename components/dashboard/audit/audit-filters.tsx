import { Field } from '#components/ui/forms/field.tsx';
import { Input } from '#components/ui/forms/input.tsx';
import { type Choices, FilterChoice, FilterForm } from '../filter-form.tsx';

/** The filters as written in the URL. */
interface Filters {
  readonly search: string;
  readonly actor: string;
  readonly about: string;
  readonly from: string;
  readonly until: string;
}

interface AuditFiltersProps {
  href: string;
  filters: Filters;
  actors: Choices;
  objects: Choices;
}

export const AuditFilters = ({ href, filters, actors, objects }: AuditFiltersProps) => (
  <FilterForm
    href={href}
    filters={filters}
    label="Filter entries"
    className="sm:grid-cols-2 lg:grid-cols-4 lg:items-end"
    buttonsClass="sm:col-span-2"
  >
    <Field label="Search" className="sm:col-span-2">
      <Input
        name="q"
        type="search"
        maxLength={200}
        defaultValue={filters.search}
        placeholder="ID, value or IP address"
      />
    </Field>
    <FilterChoice name="actor" label="Actor" any="Any actor" value={filters.actor} choices={actors} />
    <FilterChoice name="about" label="Object" any="Any object" value={filters.about} choices={objects} />
    <Field label="From (UTC)">
      <Input name="from" type="date" defaultValue={filters.from} />
    </Field>
    <Field label="To (UTC)">
      <Input name="until" type="date" defaultValue={filters.until} />
    </Field>
  </FilterForm>
);
