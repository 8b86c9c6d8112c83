import { Loading, Skeleton } from '#components/ui/skeleton.tsx';

/** The skeleton of a product's page. */
export default function ProductLoading() {
  return (
    <Loading label="product" className="flex flex-col gap-6">
      <Skeleton className="h-16 w-72" />
      <div className="grid grid-cols-2 gap-3 sm:gap-4">
        <Skeleton className="h-37 rounded-card" />
        <Skeleton className="h-37 rounded-card" />
      </div>
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <Skeleton className="h-96 rounded-card" />
        <Skeleton className="h-56 rounded-card" />
      </div>
      <Skeleton className="h-40 w-full rounded-card" />
    </Loading>
  );
}
