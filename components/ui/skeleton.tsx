import { clsx } from 'clsx';

/** A gray placeholder in the size of the content that is loading. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={clsx('animate-pulse rounded-control bg-sunken', className)} />;
}

/** Announces that content is loading, around its skeletons. */
export function Loading({
  label,
  children,
  className,
}: {
  label: string;
  children: React.ReactNode;
  className?: string;
}) {
  return (
    <div role="status" className={className}>
      <span className="sr-only">Loading {label}…</span>
      {children}
    </div>
  );
}
