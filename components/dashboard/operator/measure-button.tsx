'use client';
import { useState } from 'react';
import { Alert } from '#components/ui/alert.tsx';
import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/forms/field.tsx';
import { FormDialog } from '#components/ui/forms/form-dialog.tsx';
import { Textarea } from '#components/ui/forms/textarea.tsx';
import type { ActionName } from '#server/actions/index.ts';
import { useAction } from '../use-action.ts';

interface MeasureButtonProps {
  action: Extract<ActionName, `operator/${string}`>;
  body: Readonly<Record<string, string | boolean>>;
  label: string;
  /** The account or store, for the button's name and the dialog's title. */
  name: string;
  /** Describes the consequences. */
  effect: string;
  /** Whether it restricts the account or store, which requires a reason. */
  isRestriction: boolean;
}

/** An operator's action on an account or store, with a reason for the owner. */
export function MeasureButton({ action, body, label, name, effect, isRestriction }: MeasureButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const measure = useAction(action, 'prod');
  const message = measure.error?.message;
  const isReasonError = measure.error?.path === 'reason';
  const submit = (data: FormData) =>
    measure.mutate({ ...body, reason: String(data.get('reason') ?? '') }, { onSuccess: () => setOpen(false) });
  return (
    <>
      <Button
        size="small"
        onClick={() => {
          measure.reset();
          setOpen(true);
        }}
      >
        {label}
        <span className="sr-only"> {name}</span>
      </Button>
      <FormDialog
        open={isOpen}
        onOpenChange={setOpen}
        title={`${label}: ${name}`}
        description={effect}
        submitLabel={label}
        variant={isRestriction ? 'danger' : 'primary'}
        pending={measure.isPending}
        problems={measure.error}
        onSubmit={submit}
      >
        {message && !isReasonError && <Alert tone="danger">{message}</Alert>}
        <Field
          label="Reason"
          optional={!isRestriction}
          hint="Visible to the owner and in the audit log."
          error={isReasonError && 'Enter a reason.'}
        >
          <Textarea name="reason" rows={4} maxLength={1000} />
        </Field>
      </FormDialog>
    </>
  );
}
