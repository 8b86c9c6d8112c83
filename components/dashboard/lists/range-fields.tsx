import { Field } from '#components/ui/forms/field.tsx';
import { Input } from '#components/ui/forms/input.tsx';

/** A filter's values in the address, by name. */
export type Shown = Readonly<Record<string, string>>;

/** The first and the last day of a range. */
export const DayFields = ({ shown, label = 'Created' }: { shown: Shown; label?: string }) => (
  <>
    <Field label={`${label} from (UTC)`}>
      <Input name="from" type="date" defaultValue={shown.from} />
    </Field>
    <Field label={`${label} to (UTC)`}>
      <Input name="until" type="date" defaultValue={shown.until} />
    </Field>
  </>
);

/** A range of amounts in one currency. */
export const AmountFields = ({ shown }: { shown: Shown }) => (
  <>
    <Field label="Currency">
      <Input
        name="currency"
        maxLength={3}
        defaultValue={shown.currency}
        placeholder="USD"
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
      />
    </Field>
    <Field label="Minimum amount">
      <Input
        name="least"
        maxLength={20}
        inputMode="decimal"
        defaultValue={shown.least}
        placeholder="Requires a currency"
      />
    </Field>
    <Field label="Maximum amount">
      <Input
        name="most"
        maxLength={20}
        inputMode="decimal"
        defaultValue={shown.most}
        placeholder="Requires a currency"
      />
    </Field>
  </>
);
