'use client';
import { Pencil } from 'lucide-react';
import { useRef, useState } from 'react';
import { requestAuth } from '#components/auth/call-auth.ts';
import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/forms/field.tsx';
import { FormDialog } from '#components/ui/forms/form-dialog.tsx';
import { Input } from '#components/ui/forms/input.tsx';
import { useAuth } from './use-auth.ts';

/** Renames a passkey. */
export function RenamePasskey({ id, name }: { id: string; name: string }) {
  const [isOpen, setOpen] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const rename = useAuth((body: { id: string; name: string }) => requestAuth('passkey/update-passkey', body));
  const submit = (data: FormData) => {
    const typed = String(data.get('name') ?? '').trim();
    if (typed !== '') rename.mutate({ id, name: typed }, { onSuccess: () => setOpen(false) });
  };
  return (
    <>
      <Button variant="ghost" size="icon" aria-label={`Rename ${name}`} onClick={() => setOpen(true)}>
        <Pencil className="size-4" aria-hidden />
      </Button>
      <FormDialog
        open={isOpen}
        onOpenChange={setOpen}
        title="Rename passkey"
        initialFocus={field}
        submitLabel="Rename"
        pending={rename.isPending}
        problems={rename.error}
        onSubmit={submit}
      >
        <Field label="Name" error={rename.error?.message}>
          <Input ref={field} name="name" defaultValue={name} maxLength={64} autoComplete="off" required />
        </Field>
      </FormDialog>
    </>
  );
}
