import { ListLoading } from '#components/dashboard/lists/list-loading.tsx';

export default function CustomersLoading() {
  return <ListLoading label="customers" />;
}
