import { Loading, Skeleton } from '#components/ui/skeleton.tsx';

/** The skeleton of an order's, payment's or customer's page, with its activity in a side column. */
export const DetailLoading = ({ label }: { label: string }) => (
  <Loading label={label}>
    <Skeleton className="mb-2 h-4 w-20" />
    <Skeleton className="mb-6 h-8 w-72 max-w-full" />
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="flex flex-col gap-6">
        <Skeleton className="h-64 w-full rounded-card" />
        <Skeleton className="h-40 w-full rounded-card" />
      </div>
      <Skeleton className="h-80 w-full rounded-card" />
    </div>
  </Loading>
);
