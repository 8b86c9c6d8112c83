import { HeaderSkeleton } from '#components/dashboard/skeletons/list-skeleton.tsx';
import { Loading, Skeleton } from '#components/ui/skeleton.tsx';

/** The default skeleton of a store's pages. */
export default function PageLoading() {
  return (
    <Loading label="page">
      <HeaderSkeleton />
      <div className="flex flex-col gap-6">
        <Skeleton className="h-40 w-full rounded-card" />
        <Skeleton className="h-72 w-full rounded-card" />
      </div>
    </Loading>
  );
}
