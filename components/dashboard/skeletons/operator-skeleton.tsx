import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Loading, Skeleton } from '#components/ui/skeleton.tsx';
import { HeaderSkeleton } from './list-skeleton.tsx';

/** The skeleton of an operator's page. */
export function OperatorSkeleton({ width, children }: { width: string; children: ReactNode }) {
  const column = `mx-auto w-full ${width} px-4 sm:px-6`;
  return (
    <Loading label="page">
      <div className="flex items-center justify-between gap-4 px-4 py-3 sm:px-6">
        <Skeleton className="h-11 w-36" />
        <Skeleton className="size-11 rounded-full" />
      </div>
      <div className={clsx(column, 'flex gap-2')}>
        <Skeleton className="h-11 w-24 sm:h-9" />
        <Skeleton className="h-11 w-24 sm:h-9" />
      </div>
      <div className={clsx(column, 'py-6')}>
        <HeaderSkeleton hasButton={false} />
        {children}
      </div>
    </Loading>
  );
}
