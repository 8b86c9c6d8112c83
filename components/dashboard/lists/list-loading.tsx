import { Loading, Skeleton } from '#components/ui/skeleton.tsx';

/** The skeleton of a list with its views and filter. */
export const ListLoading = ({ label }: { label: string }) => (
  <Loading label={label}>
    <div className="mb-6 flex items-end justify-between gap-6">
      <div className="flex flex-col gap-2">
        <Skeleton className="h-8 w-44" />
        <Skeleton className="h-4 w-64" />
      </div>
      <Skeleton className="h-10 w-36 max-sm:hidden" />
    </div>
    <div className="mb-4 flex gap-1.5">
      {['w-12', 'w-24', 'w-20', 'w-24 max-sm:hidden', 'w-20 max-sm:hidden'].map((width, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they never change
        <Skeleton key={index} className={`h-8 rounded-full max-sm:h-11 ${width}`} />
      ))}
    </div>
    <div className="overflow-hidden rounded-card border border-border bg-surface shadow-card">
      <div className="flex gap-3 border-b border-border p-4 sm:px-5">
        <Skeleton className="h-10 grow max-md:h-11" />
        <Skeleton className="h-10 w-56 max-md:hidden" />
        <Skeleton className="h-10 w-24 max-md:hidden" />
      </div>
      {Array.from({ length: 10 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they never change
        <div key={index} className="flex gap-6 border-b border-border px-5 py-4 last:border-b-0">
          <Skeleton className="h-4 w-1/4" />
          <Skeleton className="h-4 w-20" />
          <Skeleton className="h-4 w-16 max-sm:hidden" />
          <Skeleton className="h-4 grow max-sm:hidden" />
        </div>
      ))}
    </div>
  </Loading>
);
