'use client';
import { Alert } from '#components/ui/alert.tsx';
import { Button, ButtonLink, SubmitButton } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';
import { Field } from '#components/ui/forms/field.tsx';
import { Form } from '#components/ui/forms/form.tsx';
import { Input } from '#components/ui/forms/input.tsx';
import { Textarea } from '#components/ui/forms/textarea.tsx';
import type { Environment } from '#server/domain/environments.ts';
import { SaveConflict } from '../save-conflict.tsx';
import { UnsavedDialog } from '../unsaved-dialog.tsx';
import { MemberPicker } from './member-picker.tsx';
import { type SavedGroup, useGroupSave } from './use-group-save.ts';

interface GroupFormProps {
  storeId: string;
  environment: Environment;
  base: string;
  /** Undefined for a new group. */
  groupId?: string;
  saved: SavedGroup;
}

/** Creates or edits a group and its products. */
export function GroupForm({ storeId, environment, base, groupId, saved }: GroupFormProps) {
  const group = useGroupSave({ storeId, environment, base, groupId }, saved);
  const { draft, change, problems, conflict, isChanged, isUnsaved } = group;
  const isNew = groupId === undefined;
  return (
    <Form problems={problems} onSubmit={() => group.save()} className="flex flex-col gap-4">
      <Card className="flex flex-col gap-5 p-4 sm:p-6">
        {problems?.form && <Alert tone="danger">{problems.form}</Alert>}
        <Field label="Name" hint="Internal name. Must be unique." error={problems?.name}>
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
            label="One free trial per customer"
            hint="Otherwise each plan has its own trial."
            checked={draft.sharedTrial}
            onChange={(sharedTrial) => change({ sharedTrial })}
          />
          <Rule
            label="Customers can change plans"
            hint="In the customer portal, between the plans of this group."
            checked={draft.selfServicePlanChange}
            onChange={(selfServicePlanChange) => change({ selfServicePlanChange })}
          />
          <Rule
            label="Customers may hold several subscriptions to these plans"
            hint="Otherwise each customer has at most one at a time."
            checked={draft.allowsMultipleSubscriptions}
            onChange={(allowsMultipleSubscriptions) => change({ allowsMultipleSubscriptions })}
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
      {conflict && isChanged && (
        <SaveConflict
          message={conflict.message}
          href={`${base}/groups/${groupId}`}
          linkLabel="View current version"
          saveLabel="Overwrite and save"
          pending={group.isSaving}
          onSave={() => group.save(conflict.current)}
        >
          Your changes are not saved yet. Saving overwrites only the fields that you changed.
        </SaveConflict>
      )}
      <div className="flex flex-wrap items-center justify-end gap-3">
        <p role="status" className="text-sm text-muted">
          {!isNew && (isUnsaved ? 'Unsaved changes' : group.isSaved && 'Saved.')}
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
          {isNew ? 'Create plan group' : 'Save'}
        </SubmitButton>
      </div>
      <UnsavedDialog isChanged={isUnsaved} />
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
