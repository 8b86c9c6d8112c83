import { TableSkeleton } from '#components/dashboard/skeletons/list-skeleton.tsx';
import { OperatorSkeleton } from '#components/dashboard/skeletons/operator-skeleton.tsx';

/** Skeleton of the merchant list. */
export default function MerchantsLoading() {
  return (
    <OperatorSkeleton width="max-w-6xl">
      <TableSkeleton />
    </OperatorSkeleton>
  );
}
