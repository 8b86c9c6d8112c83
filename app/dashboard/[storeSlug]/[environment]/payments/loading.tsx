import { ListLoading } from '#components/dashboard/lists/list-loading.tsx';

export default function PaymentsLoading() {
  return <ListLoading label="payments" />;
}
