import { DetailLoading } from '#components/dashboard/lists/detail-loading.tsx';

export default function PaymentLoading() {
  return <DetailLoading label="payment" />;
}
