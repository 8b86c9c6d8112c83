'use client';
import { Pencil } from 'lucide-react';
import { type FormEvent, useId, useRef, useState } from 'react';
import { requestAuth } from '#components/auth/call-auth.ts';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { Field } from '#components/ui/forms/field.tsx';
import { Form } from '#components/ui/forms/form.tsx';
import { Input } from '#components/ui/forms/input.tsx';
import { useAuth } from './use-auth.ts';

/** Renames a passkey. */
export function RenamePasskey({ id, name }: { id: string; name: string }) {
  const [isOpen, setOpen] = useState(false);
  const [formId, field] = [useId(), useRef<HTMLInputElement>(null)];
  const rename = useAuth((body: { id: string; name: string }) => requestAuth('passkey/update-passkey', body));
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = (field.current?.value ?? '').trim();
    if (typed !== '' && !rename.isPending) rename.mutate({ id, name: typed }, { onSuccess: () => setOpen(false) });
  };
  return (
    <>
      <Button variant="ghost" size="icon" aria-label={`Rename ${name}`} onClick={() => setOpen(true)}>
        <Pencil className="size-4" aria-hidden />
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title="Rename passkey"
        initialFocus={field}
        footer={
          <>
            <Button onClick={() => setOpen(false)}>Cancel</Button>
            <Button type="submit" form={formId} variant="primary" pending={rename.isPending}>
              Rename
            </Button>
          </>
        }
      >
        <Form problems={rename.error} id={formId} onSubmit={submit}>
          <Field label="Name" error={rename.error?.message}>
            <Input ref={field} name="name" defaultValue={name} maxLength={64} autoComplete="off" required />
          </Field>
        </Form>
      </Dialog>
    </>
  );
}
