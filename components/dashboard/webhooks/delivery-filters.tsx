import { Field } from '#components/ui/forms/field.tsx';
import { Input } from '#components/ui/forms/input.tsx';
import { webhookEvents } from '#server/webhooks/rules/webhook-events.ts';
import { FilterChoice, FilterForm } from '../filter-form.tsx';

/** The filters as written in the URL. */
export interface ShownDeliveryFilter {
  readonly status: string;
  readonly event: string;
  readonly order: string;
}

const statuses = [
  ['pending', 'Pending'],
  ['success', 'Delivered'],
  ['failed', 'Failed'],
] as const;

export const DeliveryFilters = ({ href, filter }: { href: string; filter: ShownDeliveryFilter }) => (
  <FilterForm
    href={href}
    filters={filter}
    label="Filter deliveries"
    className="md:grid-cols-[minmax(0,1fr)_10rem_15rem_auto] md:items-end"
  >
    <Field label="Order">
      <Input
        name="order"
        type="search"
        maxLength={100}
        defaultValue={filter.order}
        placeholder="ORD_…"
        className="font-mono"
        autoComplete="off"
        spellCheck={false}
      />
    </Field>
    <FilterChoice name="status" label="Status" any="Any status" value={filter.status} choices={statuses} />
    <FilterChoice
      name="event"
      label="Event type"
      any="Any event"
      value={filter.event}
      choices={webhookEvents.map((event) => [event, event])}
    />
  </FilterForm>
);
