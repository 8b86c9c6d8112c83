import { CardSkeleton, FieldsSkeleton, LinesSkeleton } from '#components/dashboard/skeletons/card-skeleton.tsx';
import { HeaderSkeleton } from '#components/dashboard/skeletons/list-skeleton.tsx';
import { Loading } from '#components/ui/skeleton.tsx';

/** Skeleton of the sender addresses page. */
export default function SendersLoading() {
  return (
    <Loading label="sender addresses">
      <HeaderSkeleton hasButton={false} />
      <div className="flex max-w-3xl flex-col gap-6">
        <CardSkeleton>
          <LinesSkeleton count={3} />
          <FieldsSkeleton count={1} />
        </CardSkeleton>
        <CardSkeleton>
          <LinesSkeleton count={3} />
          <FieldsSkeleton count={1} />
        </CardSkeleton>
      </div>
    </Loading>
  );
}
