'use client';
import { ChevronsUpDown, Plus, Store } from 'lucide-react';
import { Menu, MenuLink, MenuNote, MenuSeparator } from '#components/ui/menu.tsx';

export interface StoreEntry {
  readonly slug: string;
  readonly name: string;
}

/** Shows the current store and switches to another one in the same environment. */
export function StoreSwitcher({
  stores,
  current,
  environment,
}: {
  stores: readonly StoreEntry[];
  current: StoreEntry;
  environment: string;
}) {
  return (
    <Menu
      label={`Store: ${current.name}. Switch store`}
      triggerClass="flex w-full min-h-11 items-center gap-2.5 rounded-control border border-border bg-surface px-3 py-1.5 text-start text-sm font-medium hover:bg-sunken"
      trigger={
        <>
          <Store className="size-4 shrink-0 text-muted" aria-hidden />
          <span className="min-w-0 flex-1 truncate">{current.name}</span>
          <ChevronsUpDown className="size-4 shrink-0 text-muted" aria-hidden />
        </>
      }
    >
      <MenuNote>Your stores</MenuNote>
      {stores.map(({ slug, name }) => (
        <MenuLink key={slug} href={`/dashboard/${slug}/${environment}`} icon={Store} current={slug === current.slug}>
          {name}
        </MenuLink>
      ))}
      <MenuSeparator />
      <MenuLink href="/dashboard/new-store" icon={Plus}>
        Create a store
      </MenuLink>
    </Menu>
  );
}
