'use client';
import { useState } from 'react';
import { Alert } from '#components/ui/alert.tsx';
import { Button } from '#components/ui/button.tsx';
import { ChangeNote } from '#components/ui/change-note.tsx';
import { Field } from '#components/ui/forms/field.tsx';
import { FormDialog } from '#components/ui/forms/form-dialog.tsx';
import { Input } from '#components/ui/forms/input.tsx';
import type { Environment } from '#server/domain/environments.ts';
import { useAction } from '../use-action.ts';

interface PauseButtonProps {
  orderId: string;
  environment: Environment;
  productName: string;
  customer: string | null;
  isPaused: boolean;
  /** Whether the subscription can be paused. */
  isPausable: boolean;
}

/** Pauses a subscription, until a date if one is given, and announces the outcome in the button's place. */
export function PauseButton({ orderId, environment, productName, customer, isPaused, isPausable }: PauseButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const pause = useAction('subscription-order/pause-order', environment);
  const isAboutDate = pause.error?.path === 'resumesAt';
  const change = (open: boolean) => {
    pause.reset();
    setOpen(open);
  };
  const submit = (data: FormData) => {
    const day = String(data.get('resumesOn') ?? '');
    // The start of that day in the merchant's time zone.
    const resumesAt = day && new Date(`${day}T00:00`).toISOString();
    pause.mutate({ orderId, ...(resumesAt && { resumesAt }) }, { onSuccess: () => setOpen(false) });
  };
  return (
    <>
      <ChangeNote of={String(isPaused)} className="self-center">
        {isPaused && 'Subscription paused.'}
      </ChangeNote>
      {isPausable && <Button onClick={() => setOpen(true)}>Pause subscription</Button>}
      <FormDialog
        open={isOpen}
        onOpenChange={change}
        title="Pause this subscription?"
        description={
          <span className="wrap-anywhere">
            {productName}
            {customer && `, ${customer}`}
          </span>
        }
        submitLabel="Pause subscription"
        pending={pause.isPending}
        problems={pause.error}
        onSubmit={submit}
      >
        <p className="text-sm">
          Nothing is charged while the subscription is paused. When it resumes, the paid time that is left continues,
          and the next charge moves by the length of the pause.
        </p>
        {pause.error && !isAboutDate && <Alert tone="danger">{pause.error.message}</Alert>}
        <Field
          label="Resume on"
          optional
          hint="Without a date, it stays paused until you resume it."
          error={isAboutDate && 'Choose a date in the future, at most two years ahead.'}
        >
          <Input type="date" name="resumesOn" />
        </Field>
      </FormDialog>
    </>
  );
}
