import { TableSkeleton } from '#components/dashboard/skeletons/list-skeleton.tsx';
import { OperatorSkeleton } from '#components/dashboard/skeletons/operator-skeleton.tsx';

/** The outline of the list of stores. */
export default function StoresLoading() {
  return (
    <OperatorSkeleton width="max-w-6xl">
      <TableSkeleton />
    </OperatorSkeleton>
  );
}
