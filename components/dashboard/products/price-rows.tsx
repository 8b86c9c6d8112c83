'use client';
import { Plus, Trash2 } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { Field, FieldError } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Select } from '../../ui/select.tsx';

export interface Currency {
  readonly code: string;
  readonly name: string;
  /** How many decimals it has. */
  readonly exponent: number;
}

/** A price as it stands in the form: the amount as typed. */
export interface PriceRow {
  readonly key: number;
  readonly currency: string;
  readonly amount: string;
}

interface PriceRowsProps {
  rows: readonly PriceRow[];
  onChange: (rows: readonly PriceRow[]) => void;
  currencies: readonly Currency[];
  /** What is wrong with one amount, by the row's key. */
  rowErrors: ReadonlyMap<number, string>;
  error?: string | undefined;
}

const common = ['USD', 'EUR', 'GBP', 'JPY', 'CAD', 'AUD', 'CHF', 'INR', 'BRL', 'CNY'];

/** A product's prices, one currency each. */
export function PriceRows({ rows, onChange, currencies, rowErrors, error }: PriceRowsProps) {
  const taken = new Set(rows.map(({ currency }) => currency));
  const free = [...common, ...currencies.map(({ code }) => code)].find((code) => !taken.has(code));
  const nextKey = Math.max(...rows.map(({ key }) => key)) + 1;
  const change = (key: number, part: Partial<PriceRow>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...part } : row)));
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="mb-1.5 text-sm font-medium">Prices</legend>
      {rows.map(({ key, currency, amount }, place) => (
        <div
          key={key}
          className="grid grid-cols-[6.5rem_minmax(0,1fr)_auto] items-start gap-2 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]"
        >
          <Field label={`Currency ${place + 1}`} hideLabel>
            <Select value={currency} onChange={(event) => change(key, { currency: event.target.value })}>
              <CurrencyOptions currencies={currencies.filter(({ code }) => code === currency || !taken.has(code))} />
            </Select>
          </Field>
          <Field label={`Amount ${place + 1}`} hideLabel error={rowErrors.get(key)}>
            <Input
              value={amount}
              onChange={(event) => change(key, { amount: event.target.value })}
              inputMode="decimal"
              autoComplete="off"
              placeholder={exampleAmount(currencies, currency)}
            />
          </Field>
          <Button
            variant="ghost"
            size="icon"
            aria-label={`Remove the price in ${currency}`}
            disabled={rows.length === 1}
            onClick={() => onChange(rows.filter((row) => row.key !== key))}
          >
            <Trash2 className="size-4" aria-hidden />
          </Button>
        </div>
      ))}
      {error && <FieldError>{error}</FieldError>}
      {free && rows.length < 50 && (
        <Button
          size="small"
          className="self-start"
          onClick={() => onChange([...rows, { key: nextKey, currency: free, amount: '' }])}
        >
          <Plus className="size-4" aria-hidden />
          Add a currency
        </Button>
      )}
    </fieldset>
  );
}

function CurrencyOptions({ currencies }: { currencies: readonly Currency[] }) {
  const option = ({ code, name }: Currency) => (
    <option key={code} value={code}>
      {code} · {name}
    </option>
  );
  return (
    <>
      <optgroup label="Common">{currencies.filter(({ code }) => common.includes(code)).map(option)}</optgroup>
      <optgroup label="All others">{currencies.filter(({ code }) => !common.includes(code)).map(option)}</optgroup>
    </>
  );
}

/** What an amount looks like in that currency: 29.00, 2900, 29.000. */
export function exampleAmount(currencies: readonly Currency[], code: string): string {
  const exponent = currencies.find((currency) => currency.code === code)?.exponent ?? 2;
  return exponent === 0 ? '2900' : (29).toFixed(exponent);
}
