'use client';
import { Fragment } from 'react';
import { Dialog } from '#components/ui/dialog.tsx';
import { Key } from '#components/ui/key.tsx';
import { sectionsAt } from './places.ts';

/** Says which keys there are. */
export function ShortcutsDialog({
  base,
  open,
  onOpenChange,
}: {
  base: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const jumps = sectionsAt(base)
    .flatMap(({ places }) => places)
    .flatMap(({ label, jump }) => (jump ? [{ label, keys: ['g', jump] }] : []));
  const all = [
    { label: 'Go to or find', keys: ['Ctrl or ⌘', 'K'] },
    { label: 'These shortcuts', keys: ['?'] },
    ...jumps,
  ];
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Keyboard shortcuts">
      <dl className="grid grid-cols-[1fr_auto] items-center gap-x-6 gap-y-2 text-sm">
        {all.map(({ label, keys }) => (
          <Fragment key={label}>
            <dt>{label}</dt>
            <dd className="flex gap-1">
              {keys.map((key) => (
                <Key key={key}>{key}</Key>
              ))}
            </dd>
          </Fragment>
        ))}
      </dl>
      <p className="text-sm text-muted">Keys one after the other, not at once. They rest while you type in a field.</p>
    </Dialog>
  );
}
