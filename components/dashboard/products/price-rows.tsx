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
  /** Adds a price in a currency, with the tax settings of the last one. */
  onAdd: (currency: string) => void;
  currencies: readonly Currency[];
  taxCategories: Choices;
  /** Whether the product has a trial. */
  hasTrial: boolean;
  problems: ProductProblems;
}

const maxCurrencies = 50;

/** A product's prices, one per currency. */
export function PriceRows({ rows, onChange, onAdd, currencies, problems, ...rest }: PriceRowsProps) {
  // The currency of the row that was added last, which gets the focus.
  const [added, setAdded] = useState<string>();
  const usedCurrencies = new Set(rows.map(({ currency }) => currency));
  const free = [...commonCurrencies, ...currencies.map(({ code }) => code)].find((code) => !usedCurrencies.has(code));
  return (
    <fieldset className="flex min-w-0 flex-col gap-4">
      <legend className="sr-only">Prices</legend>
      {rows.map((row, index) => (
        <PriceFields
          key={row.key}
          {...rest}
          row={row}
          position={index + 1}
          isAdded={row.currency === added}
          currencies={currencies}
          free={currencies.filter(({ code }) => code === row.currency || !usedCurrencies.has(code))}
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
          Add currency
        </Button>
      )}
    </fieldset>
  );
}
