import { Field } from '#components/ui/forms/field.tsx';
import { Input } from '#components/ui/forms/input.tsx';
import type { EmailStatus } from '#server/events/rules/email.ts';
import { FilterChoice, FilterForm } from '../filter-form.tsx';
import { kindWords, shownKinds, statusWords } from './email-words.ts';

/** The filters as written in the URL. */
export interface Filters {
  readonly search: string;
  readonly status: string;
  readonly kind: string;
  readonly order: string;
}

const statuses = (Object.keys(statusWords) as EmailStatus[]).map((status) => [status, statusWords[status]] as const);
const kinds = shownKinds.map((kind) => [kind, kindWords[kind]] as const);

export const EmailFilters = ({ href, filters }: { href: string; filters: Filters }) => (
  <FilterForm
    href={href}
    filters={filters}
    label="Filter emails"
    className="md:grid-cols-2 md:items-end lg:grid-cols-[minmax(0,1fr)_10rem_13rem_minmax(0,12rem)_auto]"
  >
    <Field label="Recipient or subject">
      <Input name="q" type="search" maxLength={200} defaultValue={filters.search} placeholder="ana@example.com" />
    </Field>
    <FilterChoice name="status" label="Status" any="Any status" value={filters.status} choices={statuses} />
    <FilterChoice name="kind" label="Type" any="Any type" value={filters.kind} choices={kinds} />
    <Field label="Order">
      <Input name="order" maxLength={50} defaultValue={filters.order} placeholder="ORD_…" />
    </Field>
  </FilterForm>
);
