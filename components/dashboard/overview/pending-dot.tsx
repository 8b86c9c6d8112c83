'use client';
import { clsx } from 'clsx';
import { useLinkStatus } from 'next/link';

/** A dot inside a link that is visible while the link's page loads. */
export function PendingDot() {
  const { pending } = useLinkStatus();
  return (
    <span
      aria-hidden
      className={clsx('size-1.5 rounded-full bg-primary transition-opacity', pending ? 'animate-pulse' : 'sr-only')}
    />
  );
}
