import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Skeleton } from '#components/ui/skeleton.tsx';

interface CardSkeletonProps {
  /** The content below the card's title. */
  children: ReactNode;
  className?: string;
}

/** The skeleton of a card with a title. */
export const CardSkeleton = ({ children, className }: CardSkeletonProps) => (
  <div
    className={clsx(
      'flex min-w-0 flex-col gap-5 rounded-card border border-border bg-surface p-4 shadow-card sm:p-5',
      className,
    )}
  >
    <Skeleton className="h-6 w-36" />
    {children}
  </div>
);

/** The skeleton of a form's fields with their labels. */
export const FieldsSkeleton = ({ count }: { count: number }) => (
  <>
    {Array.from({ length: count }, (_, field) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: identical items that never move
      <div key={field} className="flex flex-col gap-1.5">
        <Skeleton className="h-5 w-24" />
        <Skeleton className="h-11 w-full sm:h-10" />
      </div>
    ))}
  </>
);

/** The skeleton of lines of text. */
export const LinesSkeleton = ({ count }: { count: number }) => (
  <div className="flex flex-col gap-2.5">
    {Array.from({ length: count }, (_, line) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: identical items that never move
      <Skeleton key={line} className={clsx('h-5', line === count - 1 ? 'w-2/3' : 'w-full')} />
    ))}
  </div>
);
