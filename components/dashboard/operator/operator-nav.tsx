'use client';
import { clsx } from 'clsx';
import { Activity, BadgeCheck, Store, Users } from 'lucide-react';
import { usePathname } from 'next/navigation';
import { Link } from '#components/ui/link.tsx';

const pages = [
  { href: '/dashboard/operator', label: 'Approvals', icon: BadgeCheck },
  { href: '/dashboard/operator/merchants', label: 'Merchants', icon: Users },
  { href: '/dashboard/operator/stores', label: 'Stores', icon: Store },
  { href: '/dashboard/operator/worker', label: 'Worker', icon: Activity },
] as const;

/** Navigation of the operator pages. */
export function OperatorNav() {
  const path = usePathname();
  return (
    <nav aria-label="Operator">
      <ul className="flex flex-wrap gap-1">
        {pages.map(({ href, label, icon: Icon }) => (
          <li key={href}>
            <Link
              href={href}
              aria-current={path === href ? 'page' : undefined}
              className={clsx(
                'flex min-h-11 items-center gap-2 rounded-control px-2.5 text-sm sm:px-3 font-medium sm:min-h-9',
                path === href ? 'bg-sunken text-text' : 'text-muted hover:text-text',
              )}
            >
              <Icon className="size-4 max-sm:hidden" aria-hidden />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
