'use client';
import { type FormEvent, useId, useState } from 'react';
import { Alert } from '#components/ui/alert.tsx';
import { Button, SubmitButton } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { Field } from '#components/ui/forms/field.tsx';
import { Form } from '#components/ui/forms/form.tsx';
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
  const formId = useId();
  const measure = useAction(action, 'prod');
  const message = measure.error?.message;
  const isReasonError = measure.error?.path === 'reason';
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (measure.isPending) return;
    const reason = String(new FormData(event.currentTarget).get('reason') ?? '');
    measure.mutate({ ...body, reason }, { onSuccess: () => setOpen(false) });
  };
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
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title={`${label}: ${name}`}
        description={effect}
        footer={
          <>
            <Button onClick={() => setOpen(false)}>Cancel</Button>
            <SubmitButton form={formId} pending={measure.isPending} variant={isRestriction ? 'danger' : 'primary'}>
              {label}
            </SubmitButton>
          </>
        }
      >
        <Form problems={measure.error} id={formId} onSubmit={submit} className="flex flex-col gap-4">
          {message && !isReasonError && <Alert tone="danger">{message}</Alert>}
          <Field
            label="Reason"
            optional={!isRestriction}
            hint="Visible to the owner and in the audit log."
            error={isReasonError && 'Enter a reason.'}
          >
            <Textarea name="reason" rows={4} maxLength={1000} />
          </Field>
        </Form>
      </Dialog>
    </>
  );
}
