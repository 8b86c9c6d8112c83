import { TableSkeleton } from '#components/dashboard/skeletons/list-skeleton.tsx';
import { OperatorSkeleton } from '#components/dashboard/skeletons/operator-skeleton.tsx';

/** Skeleton of the store list. */
export default function StoresLoading() {
  return (
    <OperatorSkeleton width="max-w-6xl">
      <TableSkeleton />
    </OperatorSkeleton>
  );
}
