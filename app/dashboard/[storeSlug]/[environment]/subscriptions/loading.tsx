import { ListLoading } from '#components/dashboard/lists/list-loading.tsx';

export default function SubscriptionsLoading() {
  return <ListLoading label="subscriptions" />;
}
