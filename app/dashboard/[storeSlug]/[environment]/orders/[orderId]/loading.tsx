import { DetailLoading } from '#components/dashboard/lists/detail-loading.tsx';

export default function OrderLoading() {
  return <DetailLoading label="order" />;
}
