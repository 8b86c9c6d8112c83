'use client';
import { Trash2 } from 'lucide-react';
import { Button } from '#components/ui/button.tsx';
import { focusOnMount } from '#components/ui/focus-on-mount.ts';
import { Field } from '#components/ui/forms/field.tsx';
import { Input } from '#components/ui/forms/input.tsx';
import { Select } from '#components/ui/forms/select.tsx';
import type { TaxCategory } from '#server/catalog/rules/prices.ts';
import type { Choices } from '../filter-form.tsx';
import { type Currency, commonCurrencies, exampleAmount, type PriceRow } from './price-row.ts';
import type { ProductProblems } from './product-problems.ts';

interface PriceFieldsProps {
  row: PriceRow;
  /** Starts at 1. */
  position: number;
  /** Whether it was just added. */
  isAdded: boolean;
  currencies: readonly Currency[];
  /** The currencies without a price, and this row's. */
  free: readonly Currency[];
  taxCategories: Choices;
  hasTrial: boolean;
  onChange: (part: Partial<PriceRow>) => void;
  /** Undefined for the only price. */
  onRemove: (() => void) | undefined;
  problems: ProductProblems;
}

/** The price in one currency, with collapsed tax settings. */
export function PriceFields(props: PriceFieldsProps) {
  const { row, position, isAdded, currencies, free, taxCategories, hasTrial, onChange, onRemove, problems } = props;
  const { key, currency, amount, trialAmount, taxIncluded, taxCategory } = row;
  const category = taxCategories.find(([value]) => value === taxCategory)?.[1];
  return (
    <div className="flex flex-col gap-1.5">
      <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] items-start gap-2">
        <Field label={`Currency ${position}`} hideLabel>
          <Select
            {...(isAdded && { ref: focusOnMount })}
            value={currency}
            onChange={(event) => onChange({ currency: event.target.value })}
          >
            <CurrencyOptions currencies={free} />
          </Select>
        </Field>
        <Field label={`Amount ${position}`} hideLabel error={problems[`prices.${key}.amount`]}>
          <Input
            value={amount}
            onChange={(event) => onChange({ amount: event.target.value })}
            inputMode="decimal"
            autoComplete="off"
            maxLength={20}
            placeholder={exampleAmount(currencies, currency)}
          />
        </Field>
        <Button
          variant="ghost"
          size="icon"
          aria-label={`Remove ${currency} price`}
          disabled={!onRemove}
          onClick={() => onRemove?.()}
        >
          <Trash2 className="size-4" aria-hidden />
        </Button>
        {(hasTrial || trialAmount !== '') && (
          <Field
            label={`Trial price in ${currency}`}
            optional
            error={problems[`prices.${key}.trialAmount`]}
            className="col-span-2 sm:col-span-1 sm:col-start-2"
          >
            <Input
              value={trialAmount}
              onChange={(event) => onChange({ trialAmount: event.target.value })}
              inputMode="decimal"
              autoComplete="off"
              maxLength={20}
              placeholder="Free"
            />
          </Field>
        )}
      </div>
      <details className="group text-sm">
        <summary className="inline-flex min-h-11 items-center rounded-control text-muted underline decoration-dotted underline-offset-4 hover:text-text sm:min-h-8">
          <span>
            <span className="sr-only">{currency}. </span>Tax: {category} ·{' '}
            {taxIncluded ? 'included in price' : 'added at checkout'}
          </span>
        </summary>
        <div className="mt-1 grid gap-3 rounded-control bg-sunken p-3 sm:grid-cols-2">
          <Field label={`Tax category in ${currency}`}>
            <Select
              value={taxCategory}
              onChange={(event) => onChange({ taxCategory: event.target.value as TaxCategory })}
            >
              {taxCategories.map(([value, name]) => (
                <option key={value} value={value}>
                  {name}
                </option>
              ))}
            </Select>
          </Field>
          <Field label={`Tax behavior in ${currency}`}>
            <Select
              value={taxIncluded ? 'included' : 'added'}
              onChange={(event) => onChange({ taxIncluded: event.target.value === 'included' })}
            >
              <option value="added">Tax exclusive</option>
              <option value="included">Tax inclusive</option>
            </Select>
          </Field>
        </div>
      </details>
    </div>
  );
}

function CurrencyOptions({ currencies }: { currencies: readonly Currency[] }) {
  const option = ({ code, name }: Currency) => (
    <option key={code} value={code}>
      {code} · {name}
    </option>
  );
  const isCommon = ({ code }: Currency) => commonCurrencies.includes(code);
  return (
    <>
      <optgroup label="Common">{currencies.filter(isCommon).map(option)}</optgroup>
      <optgroup label="Other">{currencies.filter((each) => !isCommon(each)).map(option)}</optgroup>
    </>
  );
}
