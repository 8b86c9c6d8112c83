import { ChevronLeft } from 'lucide-react';
import type { ReactNode } from 'react';

/** A link to the parent page. */
export const BackLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <a
    href={href}
    className="-mt-2 mb-2 inline-flex min-h-11 items-center gap-1 text-sm text-link underline-offset-2 hover:underline"
  >
    <ChevronLeft className="size-4 rtl:rotate-180" aria-hidden />
    {children}
  </a>
);
