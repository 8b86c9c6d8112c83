import { Loading, Skeleton } from '../../../../../components/ui/skeleton.tsx';

/** The outline of the groups: heading, lines. */
export default function GroupsLoading() {
  return (
    <Loading what="groups" className="flex flex-col gap-6">
      <div className="flex items-end justify-between">
        <Skeleton className="h-12 w-56" />
        <Skeleton className="h-10 w-36" />
      </div>
      <Skeleton className="h-18 w-full rounded-t-card" />
      <div className="-mt-4 flex flex-col gap-3">
        {[1, 2, 3, 4, 5, 6].map((line) => (
          <Skeleton key={line} className="h-11 w-full" />
        ))}
      </div>
    </Loading>
  );
}
