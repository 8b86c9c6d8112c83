import { HeaderSkeleton } from '#components/dashboard/skeletons/list-skeleton.tsx';
import { Loading, Skeleton } from '#components/ui/skeleton.tsx';

/** Skeleton of the explorer. */
export default function GraphqlLoading() {
  return (
    <Loading label="explorer">
      <HeaderSkeleton />
      <Skeleton className="h-[calc(100dvh-17rem)] min-h-128 rounded-card" />
    </Loading>
  );
}
