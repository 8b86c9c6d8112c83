import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { cardClass } from '../theme/theme-css.ts';

/** The card that holds forms and notices. */
export function Sheet({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <div className={clsx(cardClass, 'rounded-card border border-border bg-surface p-5 shadow-card sm:p-7', className)}>
      {children}
    </div>
  );
}
