import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { headingId } from './state-watch.tsx';

/** The heading of the page's state. Receives the focus when the state changes. */
export function StateHeading({
  level = 1,
  children,
  className,
}: {
  level?: 1 | 2;
  children: ReactNode;
  className?: string;
}) {
  const Heading = `h${level}` as const;
  return (
    <Heading id={headingId} tabIndex={-1} className={clsx('font-semibold tracking-tight outline-none', className)}>
      {children}
    </Heading>
  );
}
