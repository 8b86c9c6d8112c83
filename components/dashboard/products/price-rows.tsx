'use client';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { GroupError } from '#components/ui/forms/field.tsx';
import type { Choices } from '../filter-form.tsx';
import { PriceFields } from './price-fields.tsx';
import { type Currency, commonCurrencies, type PriceRow } from './price-row.ts';
import type { ProductProblems } from './product-problems.ts';

interface PriceRowsProps {
  rows: readonly PriceRow[];
  onChange: (rows: readonly PriceRow[]) => void;
  /** Adds one like the last, in that currency. */
  onAdd: (currency: string) => void;
  currencies: readonly Currency[];
  taxCategories: Choices;
  /** Whether there is a trial that could cost something. */
  hasTrial: boolean;
  problems: ProductProblems;
}

const maxCurrencies = 50;

/** A product's prices, one currency each. */
export function PriceRows({ rows, onChange, onAdd, currencies, problems, ...rest }: PriceRowsProps) {
  // The currency of the row that was added last: the focus goes there.
  const [added, setAdded] = useState<string>();
  const taken = new Set(rows.map(({ currency }) => currency));
  const free = [...commonCurrencies, ...currencies.map(({ code }) => code)].find((code) => !taken.has(code));
  return (
    <fieldset className="flex min-w-0 flex-col gap-4">
      <legend className="sr-only">Prices</legend>
      {rows.map((row, place) => (
        <PriceFields
          key={row.key}
          {...rest}
          row={row}
          place={place + 1}
          isAdded={row.currency === added}
          currencies={currencies}
          free={currencies.filter(({ code }) => code === row.currency || !taken.has(code))}
          onChange={(part) => onChange(rows.map((each) => (each.key === row.key ? { ...each, ...part } : each)))}
          onRemove={rows.length === 1 ? undefined : () => onChange(rows.filter(({ key }) => key !== row.key))}
          problems={problems}
        />
      ))}
      <GroupError value={rows}>{problems.prices}</GroupError>
      {free && rows.length < maxCurrencies && (
        <Button
          size="small"
          className="self-start"
          onClick={() => {
            setAdded(free);
            onAdd(free);
          }}
        >
          <Plus className="size-4" aria-hidden />
          Add a currency
        </Button>
      )}
    </fieldset>
  );
}
