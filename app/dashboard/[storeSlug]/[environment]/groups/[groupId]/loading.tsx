import { Loading, Skeleton } from '#components/ui/skeleton.tsx';

/** The skeleton of a plan group's page. */
export default function GroupLoading() {
  return (
    <Loading label="group" className="flex flex-col gap-6">
      <Skeleton className="h-16 w-72" />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <Skeleton className="h-128 rounded-card" />
        <Skeleton className="h-64 rounded-card" />
      </div>
    </Loading>
  );
}
