import { clsx } from 'clsx';
import { Loading, Skeleton } from '#components/ui/skeleton.tsx';
import { TableSkeleton } from './list-skeleton.tsx';

/** The skeleton of the key figures, the first card twice as wide. */
export const FiguresSkeleton = () => (
  <Loading label="figures" className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-6">
    {['revenue', 'orders', 'subscriptions', 'churn', 'success'].map((figure, index) => (
      <Skeleton key={figure} className={clsx('h-37 rounded-card', index === 0 && 'col-span-2')} />
    ))}
  </Loading>
);

export const ChartsSkeleton = () => (
  <Loading label="charts" className="grid gap-4 lg:grid-cols-2">
    <Skeleton className="h-87 rounded-card" />
    <Skeleton className="h-87 rounded-card" />
  </Loading>
);

export const WaterfallSkeleton = () => (
  <Loading label="MRR changes">
    <Skeleton className="h-80 rounded-card" />
  </Loading>
);

export const RankingsSkeleton = () => (
  <Loading label="lists" className="grid gap-4 md:grid-cols-2 lg:grid-cols-3">
    <Skeleton className="h-64 rounded-card" />
    <Skeleton className="h-64 rounded-card" />
    <Skeleton className="h-64 rounded-card" />
  </Loading>
);

export const LatestSkeleton = () => (
  <Loading label="orders">
    <TableSkeleton rows={5} />
  </Loading>
);
