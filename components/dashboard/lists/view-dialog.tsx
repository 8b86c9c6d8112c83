'use client';
import { type FormEvent, useId, useState } from 'react';
import { Button, SubmitButton } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { Field } from '#components/ui/forms/field.tsx';
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
  const id = useId();
  const [replaced, setReplaced] = useState('');
  const [problem, setProblem] = useState<string>();
  const isRename = kind === 'rename';
  const close = () => {
    setReplaced('');
    setProblem(undefined);
    onClose();
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get('name') ?? '').trim();
    const isTaken = views.some((view) => view.name === name && view.id !== current?.id);
    if (replaced === '' && name === '') return setProblem('Enter a name.');
    if (replaced === '' && isTaken) return setProblem('A view with this name already exists.');
    if (isRename) onRename(name);
    else if (replaced === '') onSave(name);
    else onReplace(replaced);
    return close();
  };
  return (
    <Dialog
      open={kind !== undefined}
      onOpenChange={(open) => open || close()}
      title={isRename ? 'Rename view' : 'Save view'}
      description={isRename ? undefined : 'Saved views appear above the list. Only you can see them.'}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <SubmitButton form={id}>{isRename ? 'Rename view' : 'Save view'}</SubmitButton>
        </>
      }
    >
      <form id={id} onSubmit={submit} noValidate className="flex flex-col gap-4">
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
      </form>
    </Dialog>
  );
}
