'use client';
import { type FormEvent, useId, useRef, useState } from 'react';
import { findThemeProblems } from '#components/storefront/theme/theme-findings.ts';
import { Alert } from '#components/ui/alert.tsx';
import { CardSection } from '#components/ui/card.tsx';
import { SegmentedControl } from '#components/ui/forms/segmented-control.tsx';
import { useFocusInvalid } from '#components/ui/forms/use-focus-invalid.ts';
import type { Environment } from '#server/domain/environments.ts';
import type { SampleState } from '#server/storefront/checkout/sample.ts';
import type { CheckoutSettings } from '#server/stores/rules/store.ts';
import { UnsavedDialog } from '../unsaved-dialog.tsx';
import { DefaultMode } from './default-mode.tsx';
import { Preview } from './preview.tsx';
import { SaveBar } from './save-bar.tsx';
import { SideFields } from './side-fields.tsx';
import { fullPatchOf, type ThemeField, themeOf } from './theme-draft.ts';
import { type Side, sideNames } from './theme-words.ts';
import { usePreview } from './use-preview.ts';
import { useThemeDraft } from './use-theme-draft.ts';

interface ThemeEditorProps {
  storeId: string;
  environment: Environment;
  /** The store's saved settings. */
  settings: CheckoutSettings | null;
  mayEdit: boolean;
  /** The preview's URL path. */
  previewPath: string;
}

const sides: readonly Side[] = ['light', 'dark'];

/** Edits the checkout's logo, colors and corner radius for both modes beside a live preview. */
export function ThemeEditor({ storeId, environment, settings, mayEdit, previewPath }: ThemeEditorProps) {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const [side, setSide] = useState<Side>('light');
  const [state, setState] = useState<SampleState>('form');
  const [typing, setTyping] = useState<ThemeField>();
  const [attempt, setAttempt] = useState(0);
  const { draft, change, isChanged, isSaved, failure, discard, save } = useThemeDraft(storeId, environment, settings);
  const preview = usePreview(previewPath, { side, state, checkoutSettings: fullPatchOf(draft) });
  useFocusInvalid(form, attempt || undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTyping(undefined);
    const firstRefused = preview.isCurrent ? preview.refused[0] : undefined;
    if (!firstRefused) return save();
    setSide(firstRefused.startsWith('dark.') ? 'dark' : 'light');
    setAttempt((count) => count + 1);
  };
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[22rem_minmax(0,1fr)]">
      <form id={id} ref={form} onSubmit={submit} method="post" noValidate className="flex min-w-0 flex-col gap-4">
        {!mayEdit && <Alert role="note">Only the store owner and admins can change the checkout.</Alert>}
        <CardSection title="Appearance">
          <div className="flex flex-col gap-6">
            <DefaultMode
              value={draft.defaultDarkMode}
              onChange={(defaultDarkMode) => change({ ...draft, defaultDarkMode })}
              disabled={!mayEdit}
            />
            <SegmentedControl
              label="Edit"
              options={sides.map((value) => ({ value, label: <SideLabel side={value} draft={draft} /> }))}
              value={side}
              onChange={setSide}
            />
            <SideFields
              key={side}
              side={side}
              draft={draft[side]}
              other={draft[side === 'light' ? 'dark' : 'light']}
              onChange={(next) => {
                setTyping(onlyChange(draft[side], next));
                change({ ...draft, [side]: next });
              }}
              isRefused={(field) => field !== typing && preview.refused.includes(`${side}.${field}`)}
              onLeave={(field) => setTyping((current) => (current === field ? undefined : current))}
              disabled={!mayEdit}
            />
          </div>
        </CardSection>
      </form>
      <div className="min-w-0 lg:sticky lg:top-18">
        <Preview preview={preview} side={side} state={state} onState={setState} />
      </div>
      <SaveBar
        form={id}
        isChanged={isChanged}
        isSaved={isSaved}
        failure={preview.refused.length > 0 ? undefined : failure}
        onDiscard={discard}
      />
      <UnsavedDialog isChanged={isChanged} title="Leave without saving?" confirmLabel="Leave" cancelLabel="Stay" />
    </div>
  );
}

/** The mode's name and the number of its colors that are hard to read. */
function SideLabel({ side, draft }: { side: Side; draft: ReturnType<typeof useThemeDraft>['draft'] }) {
  const count = new Set(findThemeProblems(side, themeOf(draft[side])).map(({ field }) => field)).size;
  return (
    <>
      {sideNames[side]}
      {count > 0 && (
        <span className="rounded-full bg-warning-soft px-1.5 text-xs font-medium text-warning-text">
          {count}
          <span className="sr-only"> {count === 1 ? 'color is' : 'colors are'} hard to read</span>
        </span>
      )}
    </>
  );
}

/** The only changed field; undefined if several changed. */
function onlyChange(before: Readonly<Record<ThemeField, string>>, after: typeof before): ThemeField | undefined {
  const changed = (Object.keys(before) as ThemeField[]).filter((field) => before[field] !== after[field]);
  return changed.length === 1 ? changed[0] : undefined;
}
