/** The items of the command palette: search results, the store's pages, actions and other stores. */
import {
  ArrowRightLeft,
  BookOpen,
  CreditCard,
  Keyboard,
  type LucideIcon,
  Package,
  Plus,
  ReceiptText,
  Store,
  UserRound,
  UserRoundCog,
} from 'lucide-react';
import type { Environment } from '#server/domain/environments.ts';
import { environmentLooks } from './environment-looks.tsx';
import { sectionsAt } from './nav-pages.ts';
import type { StoreEntry } from './store-switcher.tsx';

export interface PaletteItem {
  /** Unique among all items. */
  readonly id: string;
  readonly label: string;
  /** A second line that tells similar items apart. */
  readonly hint?: string;
  readonly icon: LucideIcon;
  /** The page it opens; absent for actions that run in place. */
  readonly href?: string;
  readonly keys?: string;
}

export interface PaletteGroup {
  readonly value: string;
  readonly items: readonly PaletteItem[];
}

/** A search result from the server. */
export interface FoundItem {
  readonly kind: 'products' | 'orders' | 'customers' | 'payments';
  readonly id: string;
  readonly label: string;
  readonly hint: string;
}

interface PaletteContext {
  readonly base: string;
  readonly environment: Environment;
  readonly store: StoreEntry;
  readonly stores: readonly StoreEntry[];
  /** The same page in the other environment. */
  readonly otherEnvironment: string;
}

export const shortcutsId = 'shortcuts';

const kinds = {
  orders: { name: 'Orders', icon: ReceiptText },
  customers: { name: 'Customers', icon: UserRound },
  products: { name: 'Products', icon: Package },
  payments: { name: 'Payments', icon: CreditCard },
} as const;

/** Filters all items by the typed text. Search results come first. */
export function paletteGroups(
  context: PaletteContext,
  typed: string,
  found: readonly FoundItem[],
): readonly PaletteGroup[] {
  const text = typed.trim().toLowerCase();
  const named = (Object.keys(kinds) as (keyof typeof kinds)[]).map((kind) => ({
    value: kinds[kind].name,
    items: found
      .filter((one) => one.kind === kind)
      .map(({ id, label, hint }) => ({
        id: `${kind}/${id}`,
        label,
        hint,
        icon: kinds[kind].icon,
        href: `${context.base}/${kind}/${id}`,
      })),
  }));
  const known = [...pages(context), commands(context), otherStores(context)].map(({ value, items }) => ({
    value,
    items: items.filter(({ label }) => label.toLowerCase().includes(text)),
  }));
  return [...named, ...known].filter(({ items }) => items.length > 0);
}

const pages = ({ base }: PaletteContext): readonly PaletteGroup[] =>
  sectionsAt(base).map(({ name, pages }) => ({
    value: name,
    items: pages.map(({ path, label, icon, jump }) => ({
      id: `page${path}`,
      label,
      icon,
      href: `${base}${path}`,
      ...(jump && { keys: `g ${jump}` }),
    })),
  }));

const commands = ({ base, environment, otherEnvironment }: PaletteContext): PaletteGroup => ({
  value: 'Actions',
  items: [
    {
      id: 'environment',
      label: `Switch to ${environmentLooks[environment === 'test' ? 'prod' : 'test'].word}`,
      icon: ArrowRightLeft,
      href: otherEnvironment,
    },
    ...(environment === 'test'
      ? [{ id: 'new-product', label: 'Create product', icon: Plus, href: `${base}/products/new` }]
      : []),
    { id: 'account', label: 'Account and security', icon: UserRoundCog, href: '/dashboard/account' },
    { id: 'docs', label: 'Documentation', icon: BookOpen, href: '/docs' },
    { id: shortcutsId, label: 'Keyboard shortcuts', icon: Keyboard, keys: '?' },
  ],
});

const otherStores = ({ stores, store, environment }: PaletteContext): PaletteGroup => ({
  value: 'Stores',
  items: [
    ...stores
      .filter(({ slug }) => slug !== store.slug)
      .map(({ slug, name }) => ({
        id: `store/${slug}`,
        label: `Go to ${name}`,
        icon: Store,
        href: `/dashboard/${slug}/${environment}`,
      })),
    { id: 'new-store', label: 'Create a store', icon: Plus, href: '/dashboard/new-store' },
  ],
});
