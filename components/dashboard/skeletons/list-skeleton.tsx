import { Loading, Skeleton } from '#components/ui/skeleton.tsx';

/** The skeleton of a page's heading. */
export const HeaderSkeleton = ({ hasButton = true }: { hasButton?: boolean }) => (
  <div className="mb-6 flex items-end justify-between gap-6">
    <div className="flex min-w-0 flex-1 flex-col gap-2">
      <Skeleton className="h-8 w-44" />
      <Skeleton className="h-5 w-full max-w-xs" />
    </div>
    {hasButton && <Skeleton className="h-10 w-28 max-sm:hidden" />}
  </div>
);

/** The skeleton of a table. */
export const TableSkeleton = ({ rows = 8 }: { rows?: number }) => (
  <div className="overflow-hidden rounded-card border border-border bg-surface shadow-card">
    <div className="border-b border-border px-5 py-3 max-md:hidden">
      <Skeleton className="h-4 w-1/3" />
    </div>
    {Array.from({ length: rows }, (_, row) => (
      <div
        // biome-ignore lint/suspicious/noArrayIndexKey: identical items that never move
        key={row}
        className="flex flex-wrap items-center gap-x-6 gap-y-2 border-b border-border px-5 py-3.5 last:border-b-0"
      >
        <Skeleton className="h-5 w-full max-w-64 md:flex-1" />
        <Skeleton className="h-5 w-24" />
        <Skeleton className="h-5 w-20 max-md:ms-auto" />
      </div>
    ))}
  </div>
);

/** The skeleton of a page with a list. */
export const ListSkeleton = () => (
  <Loading label="page">
    <HeaderSkeleton />
    <div className="mb-4 flex flex-wrap gap-3">
      <Skeleton className="h-10 w-full sm:w-64" />
      <Skeleton className="h-10 w-32 max-sm:hidden" />
      <Skeleton className="h-10 w-32 max-sm:hidden" />
    </div>
    <TableSkeleton />
  </Loading>
);
