import { CardSkeleton, FieldsSkeleton } from '#components/dashboard/skeletons/card-skeleton.tsx';
import { HeaderSkeleton } from '#components/dashboard/skeletons/list-skeleton.tsx';
import { Loading, Skeleton } from '#components/ui/skeleton.tsx';

/** Skeleton of the verification page. */
export default function VerificationLoading() {
  return (
    <Loading label="verification">
      <HeaderSkeleton hasButton={false} />
      <div className="flex max-w-3xl flex-col gap-6">
        <Skeleton className="h-20 w-full" />
        <CardSkeleton>
          <FieldsSkeleton count={6} />
        </CardSkeleton>
      </div>
    </Loading>
  );
}
