import { Field } from '#components/ui/forms/field.tsx';
import { Input } from '#components/ui/forms/input.tsx';

/** A filter's values as they stand in the address, by their names. */
export type Shown = Readonly<Record<string, string>>;

/** From which day to which. */
export const DayFields = ({ shown, what = 'Created' }: { shown: Shown; what?: string }) => (
  <>
    <Field label={`${what} from (UTC)`}>
      <Input name="from" type="date" defaultValue={shown.from} />
    </Field>
    <Field label={`${what} to (UTC)`}>
      <Input name="until" type="date" defaultValue={shown.until} />
    </Field>
  </>
);

/** Amounts, of one currency. */
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
    <Field label="Amount from">
      <Input name="least" maxLength={20} inputMode="decimal" defaultValue={shown.least} placeholder="with a currency" />
    </Field>
    <Field label="Amount to">
      <Input name="most" maxLength={20} inputMode="decimal" defaultValue={shown.most} placeholder="with a currency" />
    </Field>
  </>
);
