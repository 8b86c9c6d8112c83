import { Loading, Skeleton } from '#components/ui/skeleton.tsx';

/** The skeleton of the product editor. */
export default function NewProductLoading() {
  return (
    <Loading label="editor" className="flex flex-col gap-6">
      <Skeleton className="h-16 w-72" />
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <Skeleton className="h-96 rounded-card" />
        <Skeleton className="h-56 rounded-card" />
      </div>
    </Loading>
  );
}
