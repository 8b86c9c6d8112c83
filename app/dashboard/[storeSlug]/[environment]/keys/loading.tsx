import { CardSkeleton, LinesSkeleton } from '#components/dashboard/skeletons/card-skeleton.tsx';
import { HeaderSkeleton, TableSkeleton } from '#components/dashboard/skeletons/list-skeleton.tsx';
import { Loading, Skeleton } from '#components/ui/skeleton.tsx';

/** Skeleton of the API keys page. */
export default function KeysLoading() {
  return (
    <Loading label="API keys">
      <HeaderSkeleton />
      <div className="flex flex-col gap-6">
        <TableSkeleton rows={2} />
        <CardSkeleton>
          <LinesSkeleton count={1} />
          <Skeleton className="h-11 w-full max-w-md sm:h-10" />
          <Skeleton className="h-72 w-full" />
        </CardSkeleton>
      </div>
    </Loading>
  );
}
