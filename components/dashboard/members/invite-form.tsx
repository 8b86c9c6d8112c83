'use client';
import { Send } from 'lucide-react';
import { useRef } from 'react';
import { roleMeanings } from '#components/actions/role-words.ts';
import { Alert } from '#components/ui/alert.tsx';
import { SubmitButton } from '#components/ui/button.tsx';
import { Field } from '#components/ui/forms/field.tsx';
import { Form } from '#components/ui/forms/form.tsx';
import { Input } from '#components/ui/forms/input.tsx';
import { Select } from '#components/ui/forms/select.tsx';
import type { Environment } from '#server/domain/environments.ts';
import { useAction } from '../use-action.ts';
import { InvitationLink } from './invitation-link.tsx';

type CreatedInvitation = { invitation: { email: string }; link: string };

/** Invites a person by email. The input is kept if the invitation fails. */
export function InviteForm({ storeId, environment }: { storeId: string; environment: Environment }) {
  const form = useRef<HTMLFormElement>(null);
  const invite = useAction<CreatedInvitation>('store-invitation/create-invitation', environment);
  const message = invite.error?.message;
  const isEmailError = invite.error?.path === 'email';
  const submit = (data: FormData) => {
    const body = { storeId, email: String(data.get('email') ?? '').trim(), role: data.get('role') };
    invite.mutate(body, { onSuccess: () => form.current?.reset() });
  };
  const isTaken = invite.error?.code === 'already_member' || invite.error?.code === 'already_invited';
  return (
    <Form ref={form} problems={invite.error} onSubmit={submit} className="flex flex-col gap-4">
      {message && !isEmailError && <Alert tone="danger">{message}</Alert>}
      <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_12rem]">
        <Field
          label="Email"
          error={
            isEmailError
              ? isTaken
                ? `${message}.`
                : 'Enter an email address, such as partner@example.com.'
              : undefined
          }
        >
          <Input name="email" type="email" inputMode="email" autoCapitalize="none" autoComplete="off" required />
        </Field>
        <Field label="Role">
          <Select name="role" defaultValue="member">
            <option value="member">Member</option>
            <option value="admin">Admin</option>
          </Select>
        </Field>
      </div>
      <p className="text-sm text-muted">
        Members manage {roleMeanings.member}. Admins have {roleMeanings.admin}.
      </p>
      {invite.isSuccess && <InvitationLink link={invite.data.link} email={invite.data.invitation.email} />}
      <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2">
        <p role="status" className="text-sm text-success-text">
          {invite.isSuccess && `Invited ${invite.data.invitation.email}.`}
        </p>
        <SubmitButton pending={invite.isPending} className="max-sm:w-full">
          <Send className="size-4" aria-hidden />
          Send invitation
        </SubmitButton>
      </div>
    </Form>
  );
}
