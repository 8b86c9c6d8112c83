import { Loading, Skeleton } from '#components/ui/skeleton.tsx';

/** The skeleton of the form. */
export default function NewGroupLoading() {
  return (
    <Loading label="group" className="flex flex-col gap-6">
      <Skeleton className="h-16 w-72" />
      <Skeleton className="h-128 w-full max-w-2xl rounded-card" />
    </Loading>
  );
}
