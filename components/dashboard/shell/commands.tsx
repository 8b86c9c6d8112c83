'use client';
import { clsx } from 'clsx';
import { Search } from 'lucide-react';
import dynamic from 'next/dynamic';
import { usePathname, useSearchParams } from 'next/navigation';
import { createContext, type ReactNode, useCallback, useContext, useState } from 'react';
import { Key } from '#components/ui/key.tsx';
import { useHydrated } from '#components/ui/use-hydrated.ts';
import type { Environment } from '#server/domain/environments.ts';
import { environmentLooks } from './environment-looks.tsx';
import { pathInEnvironment } from './environment-path.ts';
import { type FoundItem, paletteGroups } from './palette-items.ts';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';
import type { StoreEntry } from './store-switcher.tsx';
import { useShortcuts } from './use-shortcuts.ts';

/** Loaded right after the page, so that the first letters typed into it are not lost. */
const CommandPalette = dynamic(async () => (await import('./command-palette.tsx')).CommandPalette, { ssr: false });

const OpenPalette = createContext<() => void>(() => {});

interface CommandsProps {
  base: string;
  environment: Environment;
  store: StoreEntry;
  stores: readonly StoreEntry[];
  children: ReactNode;
}

/** Provides the command palette and the keyboard shortcuts to a store's pages. */
export function Commands({ base, environment, store, stores, children }: CommandsProps) {
  const [isOpen, setOpen] = useState(false);
  const [showsHelp, setShowsHelp] = useState(false);
  const path = usePathname();
  const search = useSearchParams().toString();
  const find = useCallback(() => setOpen(true), []);
  const help = useCallback(() => setShowsHelp(true), []);
  useShortcuts({ base, onFind: find, onHelp: help });
  const otherEnvironment = pathInEnvironment(path, search, store.slug, environment === 'test' ? 'prod' : 'test');
  const context = { base, environment, store, stores, otherEnvironment };
  return (
    <OpenPalette value={find}>
      {children}
      <CommandPalette
        base={base}
        word={environmentLooks[environment].word.toLowerCase()}
        open={isOpen}
        onOpenChange={setOpen}
        groupsFor={(typed: string, found: readonly FoundItem[]) => paletteGroups(context, typed, found)}
        onShortcuts={help}
      />
      <ShortcutsDialog base={base} open={showsHelp} onOpenChange={setShowsHelp} />
    </OpenPalette>
  );
}

/** Opens the palette. `wide` shows its label and keys. */
export function SearchButton({ wide = false }: { wide?: boolean }) {
  const open = useContext(OpenPalette);
  const isHydrated = useHydrated();
  return (
    <button
      type="button"
      disabled={!isHydrated}
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={open}
      className={clsx(
        'flex items-center gap-2.5 rounded-control text-sm',
        wide
          ? 'min-h-9 w-full border border-control bg-surface px-3 text-muted hover:bg-sunken'
          : 'size-11 shrink-0 justify-center hover:bg-sunken',
      )}
    >
      <Search className="size-4" aria-hidden />
      <span className={wide ? '' : 'sr-only'}>Search</span>
      {wide && (
        <span className="ms-auto flex gap-1" aria-hidden>
          <Key>Ctrl</Key>
          <Key>K</Key>
        </span>
      )}
    </button>
  );
}
