'use client';
import { Plus, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { Alert } from '#components/ui/alert.tsx';
import { Button, SubmitButton } from '#components/ui/button.tsx';
import { Field } from '#components/ui/forms/field.tsx';
import { Form } from '#components/ui/forms/form.tsx';
import { Input } from '#components/ui/forms/input.tsx';
import type { Environment } from '#server/domain/environments.ts';
import { useAction } from '../use-action.ts';

interface SiteListFormProps {
  storeId: string;
  environment: Environment;
  /** The action that saves the list. */
  action: 'store/update-checkout-framing' | 'store/update-return-origins';
  /** The list's noun, such as "Site". */
  noun: string;
  /** The saved sites. */
  origins: readonly string[];
  maxOrigins: number;
  mayEdit: boolean;
}

/** A stable key keeps the focus and text of other rows when one is removed. */
interface Row {
  readonly key: number;
  readonly value: string;
}

/** A list of the store's sites. */
export function SiteListForm({ storeId, environment, action, noun, origins, maxOrigins, mayEdit }: SiteListFormProps) {
  const nextKey = useRef(origins.length + 1);
  const [rows, setRows] = useState<readonly Row[]>(() => rowsOf(origins));
  const [sent, setSent] = useState<readonly number[]>([]);
  const update = useAction<{ origins: string[] }>(action, environment);
  const message = update.error?.message;
  const [, index] = update.error?.path?.split('.') ?? [];
  const rejectedKey = index === undefined ? undefined : sent[Number(index)];
  const submit = () => {
    const filled = rows.filter(({ value }) => value.trim() !== '');
    setSent(filled.map(({ key }) => key));
    const body = { storeId, origins: filled.map(({ value }) => value) };
    update.mutate(body, { onSuccess: (saved) => setRows(rowsOf(saved.origins)) });
  };
  const add = () => {
    setRows([...rows, { key: nextKey.current, value: '' }]);
    nextKey.current += 1;
  };
  return (
    <Form problems={update.error} onSubmit={submit} className="flex flex-col gap-4">
      {message && rejectedKey === undefined && <Alert tone="danger">{message}</Alert>}
      {rows.map(({ key, value }, rowIndex) => (
        <Field
          key={key}
          label={`${noun} ${rowIndex + 1}`}
          error={rejectedKey === key && 'Enter a site such as https://shop.example.com.'}
        >
          <div className="flex items-center gap-2">
            <Input
              type="url"
              inputMode="url"
              value={value}
              placeholder="https://shop.example.com"
              onChange={(event) =>
                setRows(rows.map((row) => (row.key === key ? { key, value: event.target.value } : row)))
              }
              maxLength={2048}
              autoComplete="off"
              disabled={!mayEdit}
            />
            <Button
              variant="ghost"
              size="icon"
              aria-label={`Remove ${noun.toLowerCase()} ${rowIndex + 1}`}
              disabled={!mayEdit}
              onClick={() => setRows(rows.length > 1 ? rows.filter((row) => row.key !== key) : rowsOf([]))}
            >
              <X className="size-4" aria-hidden />
            </Button>
          </div>
        </Field>
      ))}
      <div className="flex flex-wrap items-center gap-3">
        <Button size="small" disabled={!mayEdit || rows.length >= maxOrigins} onClick={add}>
          <Plus className="size-4" aria-hidden />
          Add {noun.toLowerCase()}
        </Button>
        <p role="status" className="ms-auto text-sm text-success-text">
          {update.isSuccess && 'Saved.'}
        </p>
        <SubmitButton pending={update.isPending} disabled={!mayEdit}>
          Save {noun.toLowerCase()}s
        </SubmitButton>
      </div>
    </Form>
  );
}

const rowsOf = (origins: readonly string[]): Row[] =>
  (origins.length > 0 ? origins : ['']).map((value, key) => ({ key, value }));
