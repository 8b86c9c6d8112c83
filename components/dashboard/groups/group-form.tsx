'use client';
import type { FormEvent } from 'react';
import { Alert } from '#components/ui/alert.tsx';
import { Button, ButtonLink, SubmitButton } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { Field } from '#components/ui/forms/field.tsx';
import { Form } from '#components/ui/forms/form.tsx';
import { Input } from '#components/ui/forms/input.tsx';
import { Textarea } from '#components/ui/forms/textarea.tsx';
import type { Environment } from '#server/domain/environments.ts';
import { useUnsavedGuard } from '../checkout-theme/use-unsaved-guard.ts';
import { SavedMeanwhile } from '../saved-meanwhile.tsx';
import { MemberPicker } from './member-picker.tsx';
import { type SavedGroup, useGroupSave } from './use-group-save.ts';

interface GroupFormProps {
  storeId: string;
  environment: Environment;
  base: string;
  /** Undefined: it is a new one. */
  groupId?: string;
  saved: SavedGroup;
}

/** Makes a group, or changes one, with the products that it has. */
export function GroupForm({ storeId, environment, base, groupId, saved }: GroupFormProps) {
  const group = useGroupSave({ storeId, environment, base, groupId }, saved);
  const { draft, change, problems, meanwhile, isChanged, isUnsaved } = group;
  const guard = useUnsavedGuard(isUnsaved);
  const isNew = groupId === undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    group.save();
  };
  return (
    <Form problems={problems} onSubmit={submit} className="flex flex-col gap-4">
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
        </fieldset>
        <MemberPicker
          members={draft.members}
          onChange={(members) => change({ members })}
          groupId={groupId}
          path={`${base}/groups/candidates`}
          error={problems?.members}
        />
      </Card>
      {meanwhile && isChanged && (
        <SavedMeanwhile
          message={meanwhile.message}
          href={`${base}/groups/${groupId}`}
          linkLabel="See it as it is now"
          saveLabel="Save mine all the same"
          pending={group.isSaving}
          onSave={() => group.save(meanwhile.current)}
        >
          What you changed is still here, and not saved. Saving it writes over what you changed, and leaves the rest as
          it is by now.
        </SavedMeanwhile>
      )}
      <div className="flex flex-wrap items-center justify-end gap-3">
        <p role="status" className="text-sm text-muted">
          {!isNew && (isUnsaved ? 'There are unsaved changes.' : group.isSaved && 'Saved.')}
        </p>
        {isNew && (
          <ButtonLink href={`${base}/groups`} variant="ghost">
            Cancel
          </ButtonLink>
        )}
        {!isNew && isChanged && !group.isSaving && (
          <Button variant="ghost" onClick={group.discard}>
            Discard
          </Button>
        )}
        <SubmitButton pending={group.isSaving} disabled={!isNew && !isChanged && !group.isSaving}>
          {isNew ? 'Create group' : 'Save'}
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
    </Form>
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
