import { CardSkeleton, FieldsSkeleton, LinesSkeleton } from '#components/dashboard/skeletons/card-skeleton.tsx';
import { HeaderSkeleton } from '#components/dashboard/skeletons/list-skeleton.tsx';
import { Loading, Skeleton } from '#components/ui/skeleton.tsx';

/** Skeleton of the checkout settings. */
export default function CheckoutLoading() {
  return (
    <Loading label="checkout">
      <HeaderSkeleton hasButton={false} />
      <div className="flex flex-col gap-6">
        <div className="grid items-start gap-6 lg:grid-cols-[24rem_minmax(0,1fr)]">
          <CardSkeleton>
            <Skeleton className="h-11 w-full sm:h-10" />
            <Skeleton className="h-11 w-full sm:h-10" />
            <FieldsSkeleton count={6} />
          </CardSkeleton>
          <Skeleton className="h-128 rounded-card" />
        </div>
        <CardSkeleton>
          <LinesSkeleton count={2} />
          <FieldsSkeleton count={1} />
        </CardSkeleton>
      </div>
    </Loading>
  );
}
