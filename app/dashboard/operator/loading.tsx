import { CardSkeleton, LinesSkeleton } from '#components/dashboard/skeletons/card-skeleton.tsx';
import { OperatorSkeleton } from '#components/dashboard/skeletons/operator-skeleton.tsx';

/** Skeleton of the approvals page. */
export default function ReviewsLoading() {
  return (
    <OperatorSkeleton width="max-w-3xl">
      <div className="flex flex-col gap-5">
        <CardSkeleton>
          <LinesSkeleton count={6} />
        </CardSkeleton>
        <CardSkeleton>
          <LinesSkeleton count={6} />
        </CardSkeleton>
      </div>
    </OperatorSkeleton>
  );
}
