import {
  ChartsSkeleton,
  FiguresSkeleton,
  RankingsSkeleton,
} from '#components/dashboard/skeletons/overview-skeleton.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';

/** The overview's skeleton. */
export default function OverviewLoading() {
  return (
    <>
      <div className="mb-6 flex flex-col gap-2">
        <Skeleton className="h-8 w-40" />
        <Skeleton className="h-5 w-32" />
      </div>
      <div className="flex flex-col gap-4 sm:gap-6">
        <div className="flex flex-col gap-2">
          <Skeleton className="h-10 w-full max-w-xl" />
          <Skeleton className="h-5 w-full max-w-md" />
        </div>
        <FiguresSkeleton />
        <ChartsSkeleton />
        <RankingsSkeleton />
      </div>
    </>
  );
}
