import { Loading, Skeleton } from '../../../../components/ui/skeleton.tsx';

/** The outline of any page of a store while its data is read. */
export default function PageLoading() {
  return (
    <Loading what="page" className="flex flex-col gap-6">
      <Skeleton className="h-8 w-48" />
      <Skeleton className="h-24 w-full rounded-card" />
      <Skeleton className="h-72 w-full rounded-card" />
    </Loading>
  );
}
