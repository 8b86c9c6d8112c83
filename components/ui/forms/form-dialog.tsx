'use client';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { Button, type ButtonVariant, SubmitButton } from '../button.tsx';
import { Dialog } from '../dialog.tsx';
import { Form } from './form.tsx';

type FormProps = ComponentProps<typeof Form>;

interface FormDialogProps
  extends Pick<
      ComponentProps<typeof Dialog>,
      'open' | 'onOpenChange' | 'title' | 'description' | 'size' | 'initialFocus'
    >,
    Pick<FormProps, 'problems' | 'onSubmit' | 'onChange'> {
  /** The content of the form. */
  children: ReactNode;
  submitLabel: ReactNode;
  variant?: ButtonVariant;
  pending?: boolean;
  /** Whether the form cannot be submitted as it is. */
  disabled?: boolean;
  /** Content below the form. */
  below?: ReactNode;
}

/** A dialog with one form, "Cancel" and a submit button. */
export function FormDialog(props: FormDialogProps) {
  const { submitLabel, variant = 'primary', pending = false, disabled = false, below, ...others } = props;
  const { problems, onSubmit, onChange, children, ...dialog } = others;
  const id = useId();
  return (
    <Dialog
      {...dialog}
      footer={
        <>
          <Button onClick={() => dialog.onOpenChange(false)}>Cancel</Button>
          <SubmitButton form={id} variant={variant} pending={pending} disabled={disabled}>
            {submitLabel}
          </SubmitButton>
        </>
      }
    >
      <Form id={id} problems={problems} onSubmit={onSubmit} onChange={onChange} className="flex flex-col gap-4">
        {children}
      </Form>
      {below}
    </Dialog>
  );
}
