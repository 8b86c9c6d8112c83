import { DetailLoading } from '#components/dashboard/lists/detail-loading.tsx';

export default function CustomerLoading() {
  return <DetailLoading label="customer" />;
}
