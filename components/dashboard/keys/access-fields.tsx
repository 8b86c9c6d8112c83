'use client';
import { useId, useState } from 'react';
import { Field, FieldError, useErrorUntilEdit } from '#components/ui/forms/field.tsx';
import { Input } from '#components/ui/forms/input.tsx';
import { SegmentedControl } from '#components/ui/forms/segmented-control.tsx';
import { Textarea } from '#components/ui/forms/textarea.tsx';
import { type KeyScope, keyScopes } from '#server/domain/key-scopes.ts';
import { localMoment } from '../test-clock/moment-field.tsx';
import { scopeWords } from './key-words.ts';
import type { AccessProblems } from './read-access.ts';

/** A key's access as pages show it. */
export interface ShownAccess {
  /** Null: all. */
  readonly scopes: readonly KeyScope[] | null;
  readonly networks: readonly string[] | null;
  readonly expiresAt: Date | null;
}

/** What a key may do, until when and from where. `readAccess` reads the fields. */
export function AccessFields({ access, problems }: { access?: ShownAccess; problems: AccessProblems }) {
  const [extent, setExtent] = useState<'full' | 'limited'>(access?.scopes ? 'limited' : 'full');
  return (
    <>
      <div className="flex flex-col gap-3">
        <SegmentedControl
          label="Access"
          options={[
            { value: 'full', label: 'Full access' },
            { value: 'limited', label: 'Limited' },
          ]}
          value={extent}
          onChange={setExtent}
        />
        <input type="hidden" name="extent" value={extent} />
        {extent === 'limited' && <ScopeChecklist chosen={access?.scopes ?? []} error={problems.scopes} />}
      </div>
      <Field
        label="Expires"
        optional
        hint="In your time zone. Without a time, the key works until you delete it."
        error={problems.expiresAt}
      >
        <Input
          name="expiresAt"
          type="datetime-local"
          step={60}
          max="9999-12-31T23:59"
          defaultValue={access?.expiresAt ? localMoment(access.expiresAt) : ''}
          className="sm:max-w-64"
        />
      </Field>
      <Field
        label="Allowed networks"
        optional
        hint="IPv4 or IPv6, one per line, such as 203.0.113.7 or 203.0.113.0/24. Without any, the key works from everywhere."
        error={problems.networks}
      >
        <Textarea
          name="networks"
          rows={3}
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="off"
          className="font-mono"
          defaultValue={access?.networks?.join('\n') ?? ''}
        />
      </Field>
    </>
  );
}

function ScopeChecklist({ chosen, ...props }: { chosen: readonly KeyScope[]; error: string | undefined }) {
  const id = useId();
  const [error, edited] = useErrorUntilEdit(props.error);
  return (
    <fieldset
      onChange={edited}
      className="flex min-w-0 flex-col"
      {...(error && { 'aria-describedby': `${id}-error`, 'aria-invalid': true, tabIndex: -1 })}
    >
      <legend className="mb-1 text-sm font-medium">The key may</legend>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {keyScopes.map((scope) => (
        <label key={scope} className="flex min-h-11 cursor-pointer items-start gap-3 py-2 text-sm sm:min-h-9">
          <input
            type="checkbox"
            name="scope"
            value={scope}
            defaultChecked={chosen.includes(scope)}
            aria-describedby={`${id}-${scope}`}
            className="mt-0.5 size-4 shrink-0 accent-primary"
          />
          <span className="min-w-0">
            {scopeWords[scope].name}
            <span id={`${id}-${scope}`} className="block text-muted">
              {scopeWords[scope].hint}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
