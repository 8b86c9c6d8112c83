import { Field } from '#components/ui/forms/field.tsx';
import { Input } from '#components/ui/forms/input.tsx';
import { type Choices, FilterChoice, FilterForm } from '../filter-form.tsx';

/** As they stand in the address. */
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
  abouts: Choices;
}

export const AuditFilters = ({ href, filters, actors, abouts }: AuditFiltersProps) => (
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
        placeholder="An id, a value, an address"
      />
    </Field>
    <FilterChoice name="actor" label="Who" any="Anybody" value={filters.actor} choices={actors} />
    <FilterChoice name="about" label="What" any="Anything" value={filters.about} choices={abouts} />
    <Field label="From (UTC)">
      <Input name="from" type="date" defaultValue={filters.from} />
    </Field>
    <Field label="To (UTC)">
      <Input name="until" type="date" defaultValue={filters.until} />
    </Field>
  </FilterForm>
);
