import {
  Ban,
  CircleCheck,
  CircleDashed,
  Clock,
  type LucideIcon,
  ShieldQuestion,
  TimerOff,
  TriangleAlert,
} from 'lucide-react';
import type { OnetimeOrderStatus } from '../../server/domain/onetime-order.ts';
import type { PaymentStatus } from '../../server/domain/payment.ts';
import type { ProductStatus } from '../../server/domain/product.ts';
import { Badge, type BadgeTone } from '../ui/badge.tsx';

interface Look {
  readonly tone: BadgeTone;
  readonly icon: LucideIcon;
  readonly word: string;
}

const orderLooks: Record<OnetimeOrderStatus, Look> = {
  pending: { tone: 'warning', icon: Clock, word: 'Pending' },
  completed: { tone: 'success', icon: CircleCheck, word: 'Completed' },
  canceled: { tone: 'neutral', icon: Ban, word: 'Canceled' },
  expired: { tone: 'neutral', icon: TimerOff, word: 'Expired' },
};

const paymentLooks: Record<PaymentStatus, Look> = {
  processing: { tone: 'info', icon: Clock, word: 'Processing' },
  requires_action: { tone: 'warning', icon: ShieldQuestion, word: 'Waiting for the buyer' },
  succeeded: { tone: 'success', icon: CircleCheck, word: 'Succeeded' },
  failed: { tone: 'danger', icon: TriangleAlert, word: 'Failed' },
};

const productLooks: Record<ProductStatus | 'unpublished', Look> = {
  active: { tone: 'success', icon: CircleCheck, word: 'Active' },
  inactive: { tone: 'neutral', icon: Ban, word: 'Inactive' },
  unpublished: { tone: 'neutral', icon: CircleDashed, word: 'Not published' },
};

const badge = ({ tone, icon: Icon, word }: Look) => (
  <Badge tone={tone}>
    <Icon className="size-3" aria-hidden />
    {word}
  </Badge>
);

export const OrderBadge = ({ status }: { status: OnetimeOrderStatus }) => badge(orderLooks[status]);
export const PaymentBadge = ({ status }: { status: PaymentStatus }) => badge(paymentLooks[status]);

/** A product's status in one environment; `unpublished` where it has no version there. */
export const ProductBadge = ({ status }: { status: ProductStatus | 'unpublished' }) => badge(productLooks[status]);
