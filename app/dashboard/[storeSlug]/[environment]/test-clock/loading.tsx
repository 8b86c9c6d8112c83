import { CardSkeleton, FieldsSkeleton, LinesSkeleton } from '#components/dashboard/skeletons/card-skeleton.tsx';
import { HeaderSkeleton } from '#components/dashboard/skeletons/list-skeleton.tsx';
import { Loading, Skeleton } from '#components/ui/skeleton.tsx';

/** Skeleton of the test clock page. */
export default function TestClockLoading() {
  return (
    <Loading label="test clock">
      <HeaderSkeleton />
      <CardSkeleton className="max-w-3xl">
        <LinesSkeleton count={2} />
        <FieldsSkeleton count={1} />
        <Skeleton className="h-11 w-36 sm:h-10" />
      </CardSkeleton>
    </Loading>
  );
}
