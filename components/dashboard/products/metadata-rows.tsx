'use client';
import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { focusOnMount } from '#components/ui/focus-on-mount.ts';
import { Field, GroupError } from '#components/ui/forms/field.tsx';
import { Input } from '#components/ui/forms/input.tsx';
import { Select } from '#components/ui/forms/select.tsx';
import { type MetadataRow, nextKey } from './product-draft.ts';
import type { ProductProblems } from './product-problems.ts';

const maxKeys = 50;

interface MetadataRowsProps {
  rows: readonly MetadataRow[];
  onChange: (rows: readonly MetadataRow[]) => void;
  problems: ProductProblems;
}

/** The product's metadata as key-value pairs. */
export function MetadataRows({ rows, onChange, problems }: MetadataRowsProps) {
  // The row that was added last gets the focus.
  const [added, setAdded] = useState<number>();
  return (
    <div className="flex flex-col gap-4">
      {rows.map((row, index) => (
        <div
          key={row.key}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2 sm:grid-cols-[minmax(0,2fr)_6.5rem_minmax(0,3fr)_auto]"
        >
          <MetadataFields
            row={row}
            position={index + 1}
            isAdded={row.key === added}
            onChange={(part) => onChange(rows.map((each) => (each.key === row.key ? { ...each, ...part } : each)))}
            problems={problems}
          />
          <Button
            variant="ghost"
            size="icon"
            aria-label={`Remove entry ${index + 1}`}
            className="col-start-2 row-start-1 sm:col-start-4"
            onClick={() => onChange(rows.filter(({ key }) => key !== row.key))}
          >
            <Trash2 className="size-4" aria-hidden />
          </Button>
        </div>
      ))}
      <GroupError value={rows}>{problems.metadata}</GroupError>
      {rows.length < maxKeys && (
        <Button
          size="small"
          className="self-start"
          onClick={() => {
            setAdded(nextKey(rows));
            onChange([...rows, { key: nextKey(rows), name: '', value: '', kind: 'text' }]);
          }}
        >
          <Plus className="size-4" aria-hidden />
          Add metadata
        </Button>
      )}
    </div>
  );
}

interface MetadataFieldsProps {
  row: MetadataRow;
  position: number;
  isAdded: boolean;
  onChange: (part: Partial<MetadataRow>) => void;
  problems: ProductProblems;
}

const MetadataFields = ({
  row: { key, name, value, kind },
  position,
  isAdded,
  onChange,
  problems,
}: MetadataFieldsProps) => (
  <>
    <Field label={`Key ${position}`} hideLabel error={problems[`metadata.${key}.name`]}>
      <Input
        {...(isAdded && { ref: focusOnMount })}
        value={name}
        onChange={({ target }) => onChange({ name: target.value })}
        maxLength={200}
        placeholder="Key"
        autoComplete="off"
        spellCheck={false}
      />
    </Field>
    <Field label={`Type ${position}`} hideLabel className="max-sm:col-span-2">
      <Select value={kind} onChange={({ target }) => onChange({ kind: target.value as MetadataRow['kind'] })}>
        <option value="text">Text</option>
        <option value="json">JSON</option>
      </Select>
    </Field>
    <Field
      label={`Value ${position}`}
      hideLabel
      error={problems[`metadata.${key}.value`]}
      className="max-sm:col-span-2"
    >
      <Input
        value={value}
        onChange={({ target }) => onChange({ value: target.value })}
        placeholder="Value"
        autoComplete="off"
        spellCheck={false}
      />
    </Field>
  </>
);
