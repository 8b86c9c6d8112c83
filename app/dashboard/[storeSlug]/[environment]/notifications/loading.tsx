import { Loading, Skeleton } from '#components/ui/skeleton.tsx';

/** Skeleton of the notification settings. */
export default function NotificationsLoading() {
  return (
    <Loading label="notifications" className="flex max-w-3xl flex-col gap-6">
      <Skeleton className="h-8 w-48" />
      <Skeleton className="h-96 w-full rounded-card" />
      <Skeleton className="h-96 w-full rounded-card" />
    </Loading>
  );
}
