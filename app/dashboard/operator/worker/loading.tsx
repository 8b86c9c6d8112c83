import { CardSkeleton, LinesSkeleton } from '#components/dashboard/skeletons/card-skeleton.tsx';
import { TableSkeleton } from '#components/dashboard/skeletons/list-skeleton.tsx';
import { OperatorSkeleton } from '#components/dashboard/skeletons/operator-skeleton.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';

/** Skeleton of the worker page. */
export default function WorkerLoading() {
  return (
    <OperatorSkeleton width="max-w-5xl">
      <div className="flex flex-col gap-6">
        <Skeleton className="h-20 rounded-card" />
        <TableSkeleton rows={6} />
        <CardSkeleton>
          <LinesSkeleton count={2} />
        </CardSkeleton>
        <TableSkeleton />
      </div>
    </OperatorSkeleton>
  );
}
