import { CardSkeleton, FieldsSkeleton, LinesSkeleton } from '#components/dashboard/skeletons/card-skeleton.tsx';
import { HeaderSkeleton } from '#components/dashboard/skeletons/list-skeleton.tsx';
import { Loading } from '#components/ui/skeleton.tsx';

/** Skeleton of the settings page. */
export default function SettingsLoading() {
  return (
    <Loading label="settings">
      <HeaderSkeleton hasButton={false} />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <CardSkeleton>
          <FieldsSkeleton count={5} />
        </CardSkeleton>
        <CardSkeleton>
          <FieldsSkeleton count={2} />
          <LinesSkeleton count={3} />
        </CardSkeleton>
        <CardSkeleton>
          <LinesSkeleton count={2} />
        </CardSkeleton>
      </div>
    </Loading>
  );
}
