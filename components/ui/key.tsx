import type { ReactNode } from 'react';

/** A keyboard key. */
export const Key = ({ children }: { children: ReactNode }) => (
  <kbd className="inline-grid h-5 min-w-5 place-items-center rounded border border-border bg-sunken px-1 font-sans text-[0.6875rem] text-muted">
    {children}
  </kbd>
);
