'use client';
import { clsx } from 'clsx';
import { useLinkStatus } from 'next/link';

/** Inside a link: shows that it was pressed, until what it leads to begins to arrive. */
export function PendingDot() {
  const { pending } = useLinkStatus();
  return (
    <span
      aria-hidden
      className={clsx('size-1.5 rounded-full bg-primary transition-opacity', pending ? 'animate-pulse' : 'sr-only')}
    />
  );
}
