import { clsx } from 'clsx';
import { Field } from '#components/ui/forms/field.tsx';
import { Input } from '#components/ui/forms/input.tsx';
import type { TypedBuyer } from '#server/billing/payments/buyer-form.ts';
import type { BuyerLists } from '#server/storefront/checkout/form.ts';
import { useSay } from '../../page/page-context.tsx';
import type { Problems } from './check-fields.ts';
import { Choices } from './choices.tsx';

interface BuyerFieldsProps {
  lists: BuyerLists;
  prefill: TypedBuyer;
  problems: Problems;
  country: string;
  onCountry: (country: string) => void;
}

/** Email and address. */
export function BuyerFields({ lists, prefill, problems, country, onCountry }: BuyerFieldsProps) {
  const say = useSay();
  const states = lists.states[country];
  return (
    <>
      <Field label={say('form.email')} error={problems.email}>
        <Input
          name="email"
          type="email"
          autoComplete="email"
          inputMode="email"
          defaultValue={prefill.email}
          autoCapitalize="none"
          spellCheck="false"
          maxLength={254}
          dir="ltr"
          className="rtl:text-right"
          required
        />
      </Field>
      <Field label={say('form.country')} error={problems.country}>
        <Choices
          name="country"
          autoComplete="country"
          choices={lists.countries}
          prompt={say('form.chooseCountry')}
          chosen={prefill.country}
          onChange={({ target }) => onCountry(target.value)}
          required
        />
      </Field>
      <div className={clsx('grid items-start gap-4', states && 'grid-cols-2')}>
        {states && (
          <Field label={say(country === 'CA' ? 'form.province' : 'form.state')} error={problems.state} key={country}>
            <Choices
              name="state"
              autoComplete="address-level1"
              choices={states}
              prompt={say('form.choose')}
              chosen={country === prefill.country ? prefill.state : ''}
              required
            />
          </Field>
        )}
        <Field
          label={say(country === 'US' ? 'form.zip' : 'form.postcode')}
          error={problems.postcode}
          optional={say('common.optional')}
        >
          <Input
            name="postcode"
            autoComplete="postal-code"
            defaultValue={prefill.postcode}
            autoCapitalize="characters"
            spellCheck="false"
            maxLength={16}
          />
        </Field>
      </div>
    </>
  );
}
