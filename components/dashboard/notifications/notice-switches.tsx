'use client';
import { useOptimistic, useState, useTransition } from 'react';
import { Alert } from '#components/ui/alert.tsx';
import { Button } from '#components/ui/button.tsx';
import { Switch } from '#components/ui/forms/switch.tsx';
import { Link } from '#components/ui/link.tsx';
import type { Environment } from '#server/domain/environments.ts';
import { useAction } from '../use-action.ts';
import { notificationWords, type ShownSwitch } from './notice-words.ts';

type Settings = Readonly<Record<ShownSwitch, boolean>>;
type Change = { readonly name: ShownSwitch; readonly isOn: boolean };

interface NoticeSwitchesProps {
  storeId: string;
  environment: Environment;
  /** The store's saved settings. */
  settings: Settings;
  mayEdit: boolean;
  base: string;
}

/** Switches for the owner's notifications. Each change saves immediately and is reverted if saving fails. */
export function NoticeSwitches({ storeId, environment, settings, mayEdit, base }: NoticeSwitchesProps) {
  const update = useAction('store/update-store', environment);
  const [saved, setSaved] = useState(settings);
  const [shown, show] = useOptimistic(saved, (current: Settings, { name, isOn }: Change) => ({
    ...current,
    [name]: isOn,
  }));
  const [last, setLast] = useState<Change>();
  const [, start] = useTransition();
  const change = (next: Change, { isUndo = false } = {}) =>
    start(async () => {
      show(next);
      try {
        await update.mutateAsync({ id: storeId, notificationSettings: { [next.name]: next.isOn } });
        start(() => {
          setSaved((current) => ({ ...current, [next.name]: next.isOn }));
          setLast(isUndo ? undefined : next);
        });
      } catch {
        // The optimistic state reverts, and the alert shows the reason.
        setLast(undefined);
      }
    });
  return (
    <div className="flex flex-col gap-4">
      {update.error && <Alert tone="danger">Not saved. {update.error.message}</Alert>}
      <ul className="flex flex-col divide-y divide-border">
        {(Object.keys(notificationWords) as ShownSwitch[]).map((name) => {
          const { label, hint, kind } = notificationWords[name];
          return (
            <li key={name} className="py-3 first:pt-0 last:pb-0">
              <Switch
                label={label}
                hint={hint}
                checked={shown[name]}
                disabled={!mayEdit}
                onChange={(isOn) => change({ name, isOn })}
              />
              <Link
                href={`${base}/emails?kind=${kind}`}
                className="inline-flex min-h-11 items-center text-sm text-link underline underline-offset-2 sm:min-h-8"
              >
                View sent<span className="sr-only">: {label}</span>
              </Link>
            </li>
          );
        })}
      </ul>
      <div role="status" className="flex min-h-9 flex-wrap items-center justify-between gap-2 text-sm">
        {last && (
          <>
            <span className="text-success-text">
              {notificationWords[last.name].label}: {last.isOn ? 'on' : 'off'}.
            </span>
            <Button size="small" onClick={() => change({ ...last, isOn: !last.isOn }, { isUndo: true })}>
              Undo
            </Button>
          </>
        )}
      </div>
    </div>
  );
}
