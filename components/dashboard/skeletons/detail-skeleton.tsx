import { Loading, Skeleton } from '#components/ui/skeleton.tsx';

/** The skeleton of a detail page. */
export const DetailSkeleton = () => (
  <Loading label="page" className="flex flex-col gap-6">
    <div className="flex flex-col gap-2">
      <Skeleton className="h-5 w-24" />
      <Skeleton className="h-8 w-72 max-w-full" />
    </div>
    <div className="grid gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      <div className="flex flex-col gap-6">
        <Skeleton className="h-48 rounded-card" />
        <Skeleton className="h-72 rounded-card" />
      </div>
      <Skeleton className="h-64 rounded-card" />
    </div>
  </Loading>
);
