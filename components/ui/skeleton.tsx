import { clsx } from 'clsx';

/** A grey stand-in for what is still loading; give it the size of what comes. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={clsx('animate-pulse rounded-control bg-sunken', className)} />;
}

/** Announces that something loads, around its skeletons. */
export function Loading({
  what,
  children,
  className,
}: {
  what: string;
  children: React.ReactNode;
  className?: string;
}) {
  return (
    <div role="status" className={className}>
      <span className="sr-only">Loading {what}…</span>
      {children}
    </div>
  );
}
