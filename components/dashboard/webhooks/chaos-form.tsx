'use client';
import { useState } from 'react';
import { Alert } from '#components/ui/alert.tsx';
import { Button, SubmitButton } from '#components/ui/button.tsx';
import { Field } from '#components/ui/forms/field.tsx';
import { Form } from '#components/ui/forms/form.tsx';
import { Input } from '#components/ui/forms/input.tsx';
import { Slider } from '#components/ui/forms/slider.tsx';
import type { ChaosShares } from '#server/webhooks/rules/webhook.ts';
import { useAction } from '../use-action.ts';
import { chaosWords } from './webhook-words.ts';

interface ChaosFormProps {
  webhookId: string;
  /** Null when chaos mode is off. */
  chaos: ChaosShares | null;
  mayEdit: boolean;
}

const off: ChaosShares = { duplicate: 0, delay: 0, reorder: 0, drop: 0 };
const kinds = Object.keys(chaosWords) as (keyof ChaosShares)[];

/** Sets the shares of a test webhook's deliveries that are duplicated, delayed, reordered or dropped. */
export function ChaosForm({ webhookId, chaos, mayEdit }: ChaosFormProps) {
  const [shares, setShares] = useState<ChaosShares>(chaos ?? off);
  // Takes over a change saved in another window.
  const saved = JSON.stringify(chaos);
  const [lastSaved, setLastSaved] = useState(saved);
  if (saved !== lastSaved) {
    setLastSaved(saved);
    setShares(chaos ?? off);
  }
  const save = useAction<unknown, ChaosShares & { id: string }>('webhook/set-chaos', 'test');
  const sum = kinds.reduce((total, kind) => total + shares[kind], 0);
  const isTooMuch = sum > 100;
  const update = (next: ChaosShares) => {
    setShares(next);
    save.reset();
  };
  const change = (kind: keyof ChaosShares, typed: string) =>
    update({ ...shares, [kind]: Math.max(0, Math.min(100, Math.round(Number(typed) || 0))) });
  const send = (next: ChaosShares) => save.mutate({ id: webhookId, ...next });
  return (
    <Form onSubmit={() => isTooMuch || send(shares)} className="flex flex-col gap-4">
      {save.error && <Alert tone="danger">{save.error.message}</Alert>}
      <div className="grid items-end gap-x-8 gap-y-4 md:grid-cols-2">
        {kinds.map((kind) => (
          <Field key={kind} label={`${chaosWords[kind].name} (%)`} hint={chaosWords[kind].hint}>
            <div className="grid grid-cols-[minmax(0,1fr)_5rem] items-center gap-3">
              <Slider
                aria-label={`${chaosWords[kind].name}: share`}
                aria-valuetext={`${shares[kind]} percent`}
                min={0}
                max={100}
                step={1}
                value={shares[kind]}
                onChange={(event) => change(kind, event.target.value)}
                disabled={!mayEdit}
              />
              <Input
                inputMode="numeric"
                value={shares[kind]}
                onChange={(event) => change(kind, event.target.value)}
                maxLength={3}
                autoComplete="off"
                className="tabular-nums"
                disabled={!mayEdit}
              />
            </div>
          </Field>
        ))}
      </div>
      <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2">
        <p role="status" className="me-auto text-sm text-muted">
          {isTooMuch ? (
            <span className="text-danger-text">Shares add up to {sum}%. The maximum is 100%.</span>
          ) : save.isSuccess ? (
            <span className="text-success-text">Saved.</span>
          ) : (
            `${100 - sum}% delivered normally.`
          )}
        </p>
        {chaos && (
          <Button
            disabled={!mayEdit}
            onClick={() => {
              setShares(off);
              send(off);
            }}
          >
            Turn off
          </Button>
        )}
        <SubmitButton pending={save.isPending} disabled={!mayEdit || isTooMuch}>
          Save
        </SubmitButton>
      </div>
    </Form>
  );
}
