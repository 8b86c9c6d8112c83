'use client';
import { clsx } from 'clsx';
import { KeyRound, LayoutDashboard, Package, ReceiptText, Settings } from 'lucide-react';
import Link from 'next/link';
import { usePathname } from 'next/navigation';

const places = [
  { path: '', label: 'Overview', icon: LayoutDashboard },
  { path: '/products', label: 'Products', icon: Package },
  { path: '/orders', label: 'Orders', icon: ReceiptText },
  { path: '/keys', label: 'API keys', icon: KeyRound },
  { path: '/settings', label: 'Settings', icon: Settings },
] as const;

/** The store's pages: a column at the side, or a bar below on phones. */
export function Nav({ base, kind }: { base: string; kind: 'side' | 'bar' }) {
  const path = usePathname();
  const isBar = kind === 'bar';
  return (
    <nav aria-label="Store">
      <ul className={isBar ? 'grid grid-cols-5' : 'flex flex-col gap-0.5'}>
        {places.map(({ path: place, label, icon: Icon }) => {
          const href = `${base}${place}`;
          const isCurrent = place === '' ? path === base : path === href || path.startsWith(`${href}/`);
          return (
            <li key={place} className="min-w-0">
              <Link
                href={href}
                aria-current={isCurrent ? 'page' : undefined}
                className={clsx(
                  'flex items-center -outline-offset-2',
                  isBar
                    ? 'min-h-14 flex-col justify-center gap-1 text-[0.6875rem] font-medium'
                    : 'min-h-10 gap-2.5 rounded-control px-3 text-sm font-medium',
                  isCurrent ? (isBar ? 'text-link' : 'bg-sunken text-text') : 'text-muted hover:text-text',
                )}
              >
                <Icon className={clsx(isBar ? 'size-5' : 'size-4')} aria-hidden />
                <span className="truncate">{label}</span>
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
