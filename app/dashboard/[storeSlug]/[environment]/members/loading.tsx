import { Loading, Skeleton } from '#components/ui/skeleton.tsx';

/** Skeleton of the members page. */
export default function MembersLoading() {
  return (
    <Loading label="members" className="flex max-w-4xl flex-col gap-6">
      <Skeleton className="h-8 w-40" />
      <Skeleton className="h-44 w-full rounded-card" />
      <Skeleton className="h-64 w-full rounded-card" />
      <Skeleton className="h-40 w-full rounded-card" />
    </Loading>
  );
}
