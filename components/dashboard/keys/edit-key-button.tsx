'use client';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { Alert } from '#components/ui/alert.tsx';
import { Button } from '#components/ui/button.tsx';
import { DialogMark } from '#components/ui/dialog.tsx';
import { Field } from '#components/ui/forms/field.tsx';
import { FormDialog } from '#components/ui/forms/form-dialog.tsx';
import { Input } from '#components/ui/forms/input.tsx';
import type { Environment } from '#server/domain/environments.ts';
import { FreshSignIn } from '../account/fresh-sign-in.tsx';
import { localMoment } from '../test-clock/moment-field.tsx';
import { useAction } from '../use-action.ts';
import { AccessFields, type ShownAccess } from './access-fields.tsx';
import { type AccessProblems, accessProblemsOf, type RequestedAccess, readAccess } from './read-access.ts';

interface EditKeyProps {
  id: string;
  nickname: string;
  environment: Environment;
  access: ShownAccess;
}

/** Changes a key's nickname, scopes, expiry and networks. */
export function EditKeyButton({ id, nickname, environment, access }: EditKeyProps) {
  const [isOpen, setOpen] = useState(false);
  const save = useAction<unknown, RequestedChange>('api-key/update-key', environment);
  const [problems, setProblems] = useState<AccessProblems>();
  const isStale = save.error?.reason === 'sign_in_not_fresh';
  const error = isStale ? undefined : (save.error ?? undefined);
  const shown = problems ?? (save.variables ? accessProblemsOf(error, save.variables) : {});
  const isNicknameError = error?.path === 'nickname';
  const change = (open: boolean) => {
    save.reset();
    setProblems(undefined);
    setOpen(open);
  };
  const send = (body: RequestedChange) => save.mutate(body, { onSuccess: () => change(false) });
  const submit = (data: FormData, form: HTMLFormElement) => {
    const read = readAccess(form);
    save.reset();
    setProblems('problems' in read ? read.problems : undefined);
    if ('problems' in read) return;
    // The field shows no seconds, so an unchanged expiry is not sent.
    const isSameExpiry = data.get('expiresAt') === (access.expiresAt ? localMoment(access.expiresAt) : '');
    const { expiresAt, ...rest } = read.access;
    send({ id, nickname: String(data.get('nickname')).trim(), ...rest, ...(!isSameExpiry && { expiresAt }) });
  };
  return (
    <>
      <Button variant="ghost" size="icon" aria-label={`Edit key ${nickname}`} onClick={() => change(true)}>
        <Pencil className="size-4" aria-hidden />
      </Button>
      {/* The key's mode, not the page's, counts. */}
      <DialogMark mark={null}>
        <FormDialog
          open={isOpen}
          onOpenChange={change}
          size="large"
          title="Edit API key"
          description={`A ${environment === 'test' ? 'test' : 'live'} key. Changes apply to the next call signed with it.`}
          submitLabel="Save"
          pending={save.isPending}
          problems={problems ?? error}
          onSubmit={submit}
          below={
            isStale && (
              <FreshSignIn onCancel={() => save.reset()} onConfirmed={() => save.variables && send(save.variables)}>
                A live key can move real money. Confirm your identity to change what it may do.
              </FreshSignIn>
            )
          }
        >
          {error && !isNicknameError && Object.keys(shown).length === 0 && <Alert tone="danger">{error.message}</Alert>}
          <Field label="Nickname" error={isNicknameError && 'Enter a nickname of up to 64 characters.'}>
            <Input name="nickname" defaultValue={nickname} maxLength={64} autoComplete="off" required />
          </Field>
          <AccessFields access={access} problems={shown} />
        </FormDialog>
      </DialogMark>
    </>
  );
}

type RequestedChange = Omit<RequestedAccess, 'expiresAt'> &
  Partial<Pick<RequestedAccess, 'expiresAt'>> & { readonly id: string; readonly nickname: string };
