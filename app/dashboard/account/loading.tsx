import { Loading, Skeleton } from '#components/ui/skeleton.tsx';

/** Skeleton of the account page. */
export default function AccountLoading() {
  return (
    <Loading label="account" className="mx-auto flex w-full max-w-2xl flex-col gap-6 px-4 py-20 sm:px-6">
      <Skeleton className="h-8 w-48" />
      {['h-56', 'h-40', 'h-48', 'h-40', 'h-72'].map((height) => (
        <Skeleton key={height} className={`${height} w-full rounded-card`} />
      ))}
    </Loading>
  );
}
