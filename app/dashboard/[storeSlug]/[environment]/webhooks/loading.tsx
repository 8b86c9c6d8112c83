import { HeaderSkeleton, TableSkeleton } from '#components/dashboard/skeletons/list-skeleton.tsx';
import { Loading } from '#components/ui/skeleton.tsx';

/** Skeleton of the webhook list. */
export default function WebhooksLoading() {
  return (
    <Loading label="webhooks">
      <HeaderSkeleton />
      <TableSkeleton rows={3} />
    </Loading>
  );
}
