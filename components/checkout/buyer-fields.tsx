import { clsx } from 'clsx';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';
import { Select } from '../ui/select.tsx';
import type { Problems } from './check-fields.ts';

/** A code and the name that the buyer reads. */
export type Choice = readonly [code: string, name: string];

export interface BuyerLists {
  readonly countries: readonly Choice[];
  /** By country, where the state is asked for. */
  readonly states: Readonly<Record<string, readonly Choice[]>>;
}

export interface Prefill {
  readonly email: string;
  readonly country: string;
  readonly state: string;
  readonly postcode: string;
}

interface BuyerFieldsProps {
  lists: BuyerLists;
  prefill: Prefill;
  problems: Problems;
  country: string;
  onCountry: (country: string) => void;
}

/** Who buys, and where. */
export function BuyerFields({ lists, prefill, problems, country, onCountry }: BuyerFieldsProps) {
  const states = lists.states[country];
  return (
    <>
      <Field label="Email" error={problems.email}>
        <Input
          name="email"
          type="email"
          autoComplete="email"
          inputMode="email"
          defaultValue={prefill.email}
          autoCapitalize="none"
          spellCheck={false}
          required
        />
      </Field>
      <Field label="Country" error={problems.country}>
        <Select
          name="country"
          autoComplete="country"
          defaultValue={prefill.country}
          onChange={({ target }) => onCountry(target.value)}
          required
        >
          <option value="">Choose a country</option>
          <Options choices={lists.countries} />
        </Select>
      </Field>
      <div className={clsx('grid items-start gap-4', states && 'grid-cols-2')}>
        {states && (
          <Field label={country === 'CA' ? 'Province' : 'State'} error={problems.state} key={country}>
            <Select
              name="state"
              autoComplete="address-level1"
              defaultValue={country === prefill.country ? prefill.state : ''}
              required
            >
              <option value="">Choose…</option>
              <Options choices={states} />
            </Select>
          </Field>
        )}
        <Field label={country === 'US' ? 'ZIP code' : 'Postal code'} error={problems.postcode} optional>
          <Input
            name="postcode"
            autoComplete="postal-code"
            defaultValue={prefill.postcode}
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={16}
          />
        </Field>
      </div>
    </>
  );
}

const Options = ({ choices }: { choices: readonly Choice[] }) =>
  choices.map(([code, name]) => (
    <option key={code} value={code}>
      {name}
    </option>
  ));
