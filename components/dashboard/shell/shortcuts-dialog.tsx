'use client';
import { Fragment } from 'react';
import { Dialog } from '#components/ui/dialog.tsx';
import { Key } from '#components/ui/key.tsx';
import { sectionsAt } from './nav-pages.ts';

/** Lists the keyboard shortcuts. */
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
    .flatMap(({ pages }) => pages)
    .flatMap(({ label, jump }) => (jump ? [{ label, keys: ['g', jump] }] : []));
  const all = [{ label: 'Search', keys: ['Ctrl or ⌘', 'K'] }, { label: 'Keyboard shortcuts', keys: ['?'] }, ...jumps];
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
      <p className="text-sm text-muted">Press keys in sequence. Disabled while typing.</p>
    </Dialog>
  );
}
