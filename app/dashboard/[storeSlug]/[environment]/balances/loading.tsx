import { CardSkeleton, LinesSkeleton } from '#components/dashboard/skeletons/card-skeleton.tsx';
import { HeaderSkeleton, TableSkeleton } from '#components/dashboard/skeletons/list-skeleton.tsx';
import { Loading, Skeleton } from '#components/ui/skeleton.tsx';

/** The skeleton of the balance page. */
export default function BalancesLoading() {
  return (
    <Loading label="balance">
      <HeaderSkeleton />
      <div className="flex flex-col gap-6">
        <div className="grid gap-4 md:grid-cols-2">
          <CardSkeleton>
            <Skeleton className="h-9 w-40" />
            <LinesSkeleton count={4} />
          </CardSkeleton>
        </div>
        <TableSkeleton />
      </div>
    </Loading>
  );
}
