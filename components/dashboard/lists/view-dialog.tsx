'use client';
import { useState } from 'react';
import { Field } from '#components/ui/forms/field.tsx';
import { FormDialog } from '#components/ui/forms/form-dialog.tsx';
import { Input } from '#components/ui/forms/input.tsx';
import { Select } from '#components/ui/forms/select.tsx';
import type { View } from './use-views.ts';

interface ViewDialogProps {
  /** Saves the page's filter or renames the current view; undefined: closed. */
  kind: 'save' | 'rename' | undefined;
  onClose: () => void;
  /** The current view. */
  current: View | undefined;
  views: readonly View[];
  onSave: (name: string) => void;
  onReplace: (id: string) => void;
  onRename: (name: string) => void;
}

const maxNameLength = 60;

/** Saves a filter as a new view or over an existing one, or renames a view. */
export function ViewDialog({ kind, onClose, current, views, onSave, onReplace, onRename }: ViewDialogProps) {
  const [replaced, setReplaced] = useState('');
  const [problem, setProblem] = useState<string>();
  const isRename = kind === 'rename';
  const close = () => {
    setReplaced('');
    setProblem(undefined);
    onClose();
  };
  const submit = (data: FormData) => {
    const name = String(data.get('name') ?? '').trim();
    const isTaken = views.some((view) => view.name === name && view.id !== current?.id);
    if (replaced === '' && name === '') return setProblem('Enter a name.');
    if (replaced === '' && isTaken) return setProblem('A view with this name already exists.');
    if (isRename) onRename(name);
    else if (replaced === '') onSave(name);
    else onReplace(replaced);
    return close();
  };
  return (
    <FormDialog
      open={kind !== undefined}
      onOpenChange={(open) => open || close()}
      title={isRename ? 'Rename view' : 'Save view'}
      description={isRename ? undefined : 'Saved views appear above the list. Only you can see them.'}
      submitLabel={isRename ? 'Rename view' : 'Save view'}
      problems={problem}
      onSubmit={submit}
    >
      {!isRename && views.length > 0 && (
        <Field label="Save as">
          <Select value={replaced} onChange={(event) => setReplaced(event.target.value)}>
            <option value="">New view</option>
            {views.map((view) => (
              <option key={view.id} value={view.id}>
                Replace “{view.name}”
              </option>
            ))}
          </Select>
        </Field>
      )}
      {replaced === '' && (
        <Field label="Name" {...(problem && { error: problem })}>
          <Input
            name="name"
            maxLength={maxNameLength}
            defaultValue={isRename ? current?.name : ''}
            autoComplete="off"
            onChange={() => setProblem(undefined)}
          />
        </Field>
      )}
    </FormDialog>
  );
}
