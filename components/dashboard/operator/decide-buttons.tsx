'use client';
import { useState } from 'react';
import { Alert } from '#components/ui/alert.tsx';
import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/forms/field.tsx';
import { FormDialog } from '#components/ui/forms/form-dialog.tsx';
import { Textarea } from '#components/ui/forms/textarea.tsx';
import { useAction } from '../use-action.ts';

const kinds = {
  ticket: {
    action: 'kyb-ticket/review-ticket',
    approval: 'The store can accept live payments immediately. You can revoke this on the Stores page.',
  },
  email: { action: 'sender-email/review-email', approval: 'The store can send from this address.' },
  domain: { action: 'sender-domain/review-domain', approval: 'The store can send from any address of this domain.' },
} as const;

interface DecideButtonsProps {
  kind: keyof typeof kinds;
  id: string;
  /** The reviewed object's name, for the buttons and the dialog's title. */
  name: string;
  store: string;
}

/** Approves or rejects a request with a note to the merchant. */
export function DecideButtons({ kind, id, name, store }: DecideButtonsProps) {
  const [decision, setDecision] = useState<'approve' | 'reject'>('approve');
  const [isOpen, setOpen] = useState(false);
  const { action, approval } = kinds[kind];
  const review = useAction(action, 'prod');
  const message = review.error?.message;
  const isNoteError = review.error?.path === 'note';
  const isApproval = decision === 'approve';
  const open = (next: typeof decision) => {
    review.reset();
    setDecision(next);
    setOpen(true);
  };
  const submit = (data: FormData) =>
    review.mutate({ id, decision, note: String(data.get('note') ?? '') }, { onSuccess: () => setOpen(false) });
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" onClick={() => open('approve')}>
          Approve<span className="sr-only"> {name}</span>
        </Button>
        <Button onClick={() => open('reject')}>
          Reject<span className="sr-only"> {name}</span>
        </Button>
      </div>
      <FormDialog
        open={isOpen}
        onOpenChange={setOpen}
        description={`Store: ${store}`}
        title={`${isApproval ? 'Approve' : 'Reject'} ${name}?`}
        submitLabel={isApproval ? 'Approve' : 'Reject'}
        variant={isApproval ? 'primary' : 'danger'}
        pending={review.isPending}
        problems={review.error}
        onSubmit={submit}
      >
        {isApproval && <p className="text-sm">{approval}</p>}
        {message && !isNoteError && <Alert tone="danger">{message}</Alert>}
        <Field
          label="Note to the merchant"
          optional={isApproval}
          hint={
            isApproval
              ? 'Included in the email.'
              : 'Sent to the merchant as written. Explain what is missing or what to do.'
          }
          error={isNoteError && 'Enter a reason so that the merchant can correct it.'}
        >
          <Textarea name="note" rows={4} maxLength={1000} />
        </Field>
      </FormDialog>
    </>
  );
}
