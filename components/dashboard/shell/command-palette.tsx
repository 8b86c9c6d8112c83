'use client';
import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import { Search } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Key } from '#components/ui/key.tsx';
import { Link } from '#components/ui/link.tsx';
import { type FoundItem, type PaletteGroup, type PaletteItem, shortcutsId } from './palette-items.ts';
import { useSearch } from './use-search.ts';

interface CommandPaletteProps {
  base: string;
  /** The environment that is searched: "test" or "live". */
  word: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  groupsFor: (typed: string, found: readonly FoundItem[]) => readonly PaletteGroup[];
  onShortcuts: () => void;
}

/** A dialog that opens any page and searches the store. Arrow keys select, Enter opens. */
export function CommandPalette({ base, word, open, onOpenChange, groupsFor, onShortcuts }: CommandPaletteProps) {
  const [typed, setTyped] = useState('');
  const { found, isSearching, isError } = useSearch(base, typed);
  const groups = groupsFor(typed, found);
  const count = groups.reduce((sum, { items }) => sum + items.length, 0);
  const close = () => {
    onOpenChange(false);
    setTyped('');
  };
  return (
    <Dialog.Root open={open} onOpenChange={(isOpen) => (isOpen ? onOpenChange(true) : close())}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-black/50 transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Dialog.Viewport className="fixed inset-0 z-50 flex items-start justify-center p-3 sm:pt-[12dvh]">
          <Dialog.Popup
            aria-label="Search"
            className="flex max-h-[min(36rem,80dvh)] w-full max-w-xl flex-col overflow-hidden rounded-card border border-border bg-surface text-text shadow-2xl outline-none"
          >
            <Autocomplete.Root
              open
              inline
              mode="none"
              items={groups}
              value={typed}
              onValueChange={(value, { reason }) => {
                // Without this check, the input shows the chosen item until the dialog closes.
                if (reason !== 'item-press') setTyped(value);
              }}
              itemToStringValue={({ label }: PaletteItem) => label}
              autoHighlight="always"
              keepHighlight
            >
              <div className="flex items-center gap-3 border-b border-border px-4">
                <Search className="size-4 shrink-0 text-muted" aria-hidden />
                <Autocomplete.Input
                  aria-label={`Search pages and ${word} data`}
                  placeholder={`Search pages and ${word} data: email, ID, product`}
                  className="min-h-12 min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-muted sm:text-sm"
                />
                <Dialog.Close className="rounded-control px-1">
                  <span className="sr-only">Close </span>
                  <Key>Esc</Key>
                </Dialog.Close>
              </div>
              <Autocomplete.Status className="sr-only">
                {isSearching ? 'Searching…' : `${count} ${count === 1 ? 'result' : 'results'}`}
              </Autocomplete.Status>
              <Autocomplete.Empty className="px-4 text-sm text-muted not-empty:py-6">
                {isSearching
                  ? 'Searching…'
                  : 'No results. Search orders by ID or by the beginning of the customer’s email.'}
              </Autocomplete.Empty>
              {isError && <p className="px-4 pt-3 text-sm text-danger-text">Search is unavailable. Try again.</p>}
              <Autocomplete.List className="min-h-0 overflow-y-auto overscroll-contain scroll-py-2 px-2 not-empty:py-2">
                {(group: PaletteGroup) => (
                  <Autocomplete.Group key={group.value} items={group.items} className="not-last:mb-2">
                    <Autocomplete.GroupLabel className="px-2 py-1 text-xs font-medium text-muted">
                      {group.value}
                    </Autocomplete.GroupLabel>
                    <Autocomplete.Collection>
                      {(item: PaletteItem) => (
                        <Item
                          key={item.id}
                          item={item}
                          onChoose={() => {
                            close();
                            if (item.id === shortcutsId) onShortcuts();
                          }}
                        />
                      )}
                    </Autocomplete.Collection>
                  </Autocomplete.Group>
                )}
              </Autocomplete.List>
            </Autocomplete.Root>
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Item({ item, onChoose }: { item: PaletteItem; onChoose: () => void }): ReactNode {
  const { label, hint, icon: Icon, href, keys } = item;
  return (
    <Autocomplete.Item
      value={item}
      onClick={onChoose}
      {...(href && { render: <Link href={href} /> })}
      className="flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-2 py-1 text-sm outline-none select-none data-highlighted:bg-sunken sm:min-h-9"
    >
      <Icon className="size-4 shrink-0 text-muted" aria-hidden />
      <span className="flex min-w-0 flex-1 flex-col justify-between gap-x-3 sm:flex-row sm:items-center">
        <span className="truncate">{label}</span>
        {hint && <span className="truncate text-xs text-muted">{hint}</span>}
      </span>
      {keys && (
        <span className="flex gap-1 max-sm:hidden" aria-hidden>
          {keys.split(' ').map((key) => (
            <Key key={key}>{key}</Key>
          ))}
        </span>
      )}
    </Autocomplete.Item>
  );
}
