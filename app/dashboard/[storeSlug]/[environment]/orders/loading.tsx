import { ListLoading } from '#components/dashboard/lists/list-loading.tsx';

export default function OrdersLoading() {
  return <ListLoading label="orders" />;
}
