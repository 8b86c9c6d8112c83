'use client';
import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { type FormEvent, useRef, useState } from 'react';
import type { Environment } from '../../../server/domain/environments.ts';
import { Alert } from '../../ui/alert.tsx';
import { SubmitButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Textarea } from '../../ui/textarea.tsx';
import { useFocusInvalid } from '../../ui/use-focus-invalid.ts';
import { ActionRefused, callAction } from '../call-action.ts';
import { useUnsavedGuard } from '../checkout-theme/use-unsaved-guard.ts';
import { type GroupMember, MemberPicker } from './member-picker.tsx';

interface GroupDraft {
  readonly name: string;
  readonly description: string;
  readonly sharedTrial: boolean;
  readonly selfServicePlanChange: boolean;
  readonly members: readonly GroupMember[];
}

interface GroupFormProps {
  storeId: string;
  environment: Environment;
  base: string;
  /** Undefined: it is a new one. */
  groupId?: string;
  saved: GroupDraft;
}

type Problems = Readonly<Partial<Record<'name' | 'description' | 'members' | 'form', string>>>;

/** Makes a group, or changes one, with the products that it has. */
export function GroupForm({ storeId, environment, base, groupId, saved }: GroupFormProps) {
  const router = useRouter();
  const form = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState(saved);
  const [problems, setProblems] = useState<Problems>();
  const change = (part: Partial<GroupDraft>) => setDraft((before) => ({ ...before, ...part }));
  const verb = groupId === undefined ? 'create-group' : 'update-group';
  const save = useMutation({
    mutationFn: (body: object) =>
      callAction<{ group: { id: string } }>(`subscription-product-group/${verb}`, environment, body),
    onSuccess: ({ group }) => {
      if (groupId === undefined) router.push(`${base}/groups/${group.id}`);
      router.refresh();
    },
    onError: (error) =>
      setProblems(
        error instanceof ActionRefused && error.status < 500 ? placeProblem(error.message) : { form: error.message },
      ),
  });
  const body = { ...(groupId === undefined ? { storeId } : { id: groupId }), ...bodyOf(draft) };
  const isChanged = JSON.stringify(bodyOf(draft)) !== JSON.stringify(bodyOf(saved));
  // What was sent counts as saved before the page has read it again; what was refused does not.
  const isSent = !save.isError && JSON.stringify(save.variables) === JSON.stringify(body);
  const guard = useUnsavedGuard(isChanged && !isSent);
  useFocusInvalid(form, problems);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setProblems(undefined);
    if (!save.isPending) save.mutate(body);
  };
  return (
    <form ref={form} onSubmit={submit} method="post" noValidate className="flex flex-col gap-4">
      <Card className="flex flex-col gap-5 p-4 sm:p-6">
        {problems?.form && <Alert tone="danger">{problems.form}</Alert>}
        <Field label="Name" hint="For you: no other group of the store has it." error={problems?.name}>
          <Input
            value={draft.name}
            onChange={({ target }) => change({ name: target.value })}
            maxLength={64}
            autoComplete="off"
            required
          />
        </Field>
        <Field label="Description" optional error={problems?.description}>
          <Textarea
            value={draft.description}
            onChange={({ target }) => change({ description: target.value })}
            rows={3}
            maxLength={10_000}
          />
        </Field>
        <fieldset className="flex flex-col gap-1">
          <legend className="mb-1 text-sm font-medium">Rules</legend>
          <Rule
            label="One trial for a buyer in the whole group"
            hint="Without it, each product gives a trial of its own."
            checked={draft.sharedTrial}
            onChange={(sharedTrial) => change({ sharedTrial })}
          />
          <Rule
            label="Buyers may change between its plans themselves"
            hint="Kept with the group; changing plans is not offered yet."
            checked={draft.selfServicePlanChange}
            onChange={(selfServicePlanChange) => change({ selfServicePlanChange })}
          />
        </fieldset>
        <MemberPicker
          members={draft.members}
          onChange={(members) => change({ members })}
          groupId={groupId}
          path={`${base}/groups/candidates`}
          error={problems?.members}
        />
      </Card>
      <div className="flex flex-wrap items-center justify-end gap-3">
        <p role="status" className="text-sm text-muted">
          {groupId !== undefined && (isChanged && !isSent ? 'There are unsaved changes.' : save.isSuccess && 'Saved.')}
        </p>
        <SubmitButton pending={save.isPending} disabled={groupId !== undefined && !isChanged}>
          {groupId === undefined ? 'Create group' : 'Save'}
        </SubmitButton>
      </div>
      <ConfirmDialog
        open={guard.isAsking}
        onOpenChange={(isOpen) => !isOpen && guard.stay()}
        title="Leave without saving?"
        confirmLabel="Leave"
        cancelLabel="Stay"
        onConfirm={guard.leave}
      >
        <p>What you changed here has not been saved, and would be lost.</p>
      </ConfirmDialog>
    </form>
  );
}

interface RuleProps {
  label: string;
  hint: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

const Rule = ({ label, hint, checked, onChange }: RuleProps) => (
  <label className="flex min-h-11 cursor-pointer items-start gap-3 py-1.5 text-sm">
    <input
      type="checkbox"
      checked={checked}
      onChange={({ target }) => onChange(target.checked)}
      className="mt-0.5 size-4 shrink-0 accent-primary"
    />
    <span>
      {label}
      <span className="block text-muted">{hint}</span>
    </span>
  </label>
);

const bodyOf = ({ name, description, members, ...rules }: GroupDraft) => ({
  name: name.trim(),
  description: description || null,
  rules: { sharedTrial: rules.sharedTrial, selfServicePlanChange: rules.selfServicePlanChange },
  productIds: members.map(({ id }) => id),
});

/** The service decides what is wrong; this only finds where. */
function placeProblem(message: string): Problems {
  if (message.startsWith('Group name already exists')) return { name: 'Another group has this name.' };
  if (message.startsWith('Missing required fields') || message.startsWith('Field name must be')) {
    return { name: 'Give the group a name.' };
  }
  if (message.startsWith('Field name')) return { name: 'Use at most 64 characters.' };
  if (message.includes('description')) return { description: 'Use at most 10,000 characters.' };
  if (/^Product|productIds/.test(message)) return { members: message };
  return { form: message };
}
