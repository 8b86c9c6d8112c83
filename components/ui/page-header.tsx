import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from './link.tsx';

interface PageHeaderProps {
  title: ReactNode;
  description?: ReactNode;
  /** The parent page, as a link above the title. */
  parent?: { href: string; label: string };
  /** A badge beside the title. */
  mark?: ReactNode;
  /** The page's primary buttons. */
  actions?: ReactNode;
}

/** The page's heading with its h1. One per page. */
export function PageHeader({ title, description, parent, mark, actions }: PageHeaderProps) {
  return (
    <header className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
      <div className="min-w-0">
        {parent && (
          <Link
            href={parent.href}
            className="mb-1 -ms-1 inline-flex min-h-11 items-center gap-1.5 rounded-control px-1 text-sm text-muted hover:text-text sm:min-h-8"
          >
            <ArrowLeft className="size-4 rtl:rotate-180" aria-hidden />
            {parent.label}
          </Link>
        )}
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <h1 className="min-w-0 text-2xl font-semibold tracking-tight wrap-anywhere">{title}</h1>
          {mark}
        </div>
        {description && <p className="mt-1 max-w-prose text-sm text-muted">{description}</p>}
      </div>
      {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
    </header>
  );
}
