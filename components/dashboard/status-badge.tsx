import {
  Ban,
  CalendarX,
  CircleCheck,
  CircleDashed,
  CirclePause,
  Clock,
  Hourglass,
  Inbox,
  type LucideIcon,
  ShieldQuestion,
  TimerOff,
  TriangleAlert,
  Undo2,
} from 'lucide-react';
import { Fragment } from 'react';
import { Badge, type BadgeTone } from '#components/ui/badge.tsx';
import type { DisplayStatus } from '#server/billing/orders/rules/order-display-status.ts';
import type { RefundTicketStatus } from '#server/billing/refunds/rules/refund-ticket.ts';
import type { ProductStatus } from '#server/catalog/rules/product.ts';
import type { PaymentStatus } from '#server/domain/payment.ts';
import type { RefundStatus } from '#server/domain/refund-status.ts';
import type { EmailStatus } from '#server/events/rules/email.ts';
import type { KybStatus } from '#server/stores/rules/kyb-ticket.ts';
import type { SenderStatus } from '#server/stores/rules/sender.ts';
import type { DeliveryStatus } from '#server/webhooks/rules/webhook.ts';
import { statusWords } from './emails/email-words.ts';

interface Look {
  readonly tone: BadgeTone;
  readonly icon: LucideIcon;
  readonly label: string;
}

const orderLooks: Record<DisplayStatus, Look> = {
  pending: { tone: 'warning', icon: Clock, label: 'Pending' },
  completed: { tone: 'success', icon: CircleCheck, label: 'Completed' },
  trialing: { tone: 'info', icon: Hourglass, label: 'Trialing' },
  active: { tone: 'success', icon: CircleCheck, label: 'Active' },
  past_due: { tone: 'danger', icon: TriangleAlert, label: 'Past due' },
  canceling: { tone: 'warning', icon: CalendarX, label: 'Cancels at period end' },
  canceled: { tone: 'neutral', icon: Ban, label: 'Canceled' },
  expired: { tone: 'neutral', icon: TimerOff, label: 'Expired' },
  refunded: { tone: 'neutral', icon: Undo2, label: 'Fully refunded' },
  partially_refunded: { tone: 'warning', icon: Undo2, label: 'Partially refunded' },
};

const paymentLooks: Record<PaymentStatus, Look> = {
  processing: { tone: 'info', icon: Clock, label: 'Processing' },
  requires_action: { tone: 'warning', icon: ShieldQuestion, label: 'Requires action' },
  succeeded: { tone: 'success', icon: CircleCheck, label: 'Succeeded' },
  failed: { tone: 'danger', icon: TriangleAlert, label: 'Failed' },
};

const productLooks: Record<ProductStatus | 'unpublished', Look> = {
  active: { tone: 'success', icon: CircleCheck, label: 'Active' },
  inactive: { tone: 'neutral', icon: Ban, label: 'Inactive' },
  unpublished: { tone: 'neutral', icon: CircleDashed, label: 'Not published' },
};

const kybLooks: Record<KybStatus, Look> = {
  pending: { tone: 'info', icon: Clock, label: 'In review' },
  succeeded: { tone: 'success', icon: CircleCheck, label: 'Verified' },
  rejected: { tone: 'danger', icon: TriangleAlert, label: 'Not verified' },
};

const refundTicketLooks: Record<RefundTicketStatus, Look> = {
  pending: { tone: 'info', icon: Clock, label: 'Open' },
  approved: { tone: 'success', icon: CircleCheck, label: 'Approved' },
  rejected: { tone: 'neutral', icon: Ban, label: 'Declined' },
};

const refundLooks: Record<RefundStatus, Look> = {
  pending: { tone: 'info', icon: Clock, label: 'Processing' },
  succeeded: { tone: 'success', icon: CircleCheck, label: 'Refunded' },
  failed: { tone: 'danger', icon: TriangleAlert, label: 'Failed' },
};

const senderLooks: Record<SenderStatus, Look> = {
  unproven: { tone: 'warning', icon: CircleDashed, label: 'Verification required' },
  in_review: { tone: 'info', icon: Clock, label: 'In review' },
  bound: { tone: 'success', icon: CircleCheck, label: 'Verified' },
  rejected: { tone: 'danger', icon: TriangleAlert, label: 'Rejected' },
};

const deliveryLooks: Record<DeliveryStatus, Look> = {
  pending: { tone: 'info', icon: Clock, label: 'Pending' },
  success: { tone: 'success', icon: CircleCheck, label: 'Delivered' },
  failed: { tone: 'danger', icon: TriangleAlert, label: 'Failed' },
};

const emailLooks: Record<EmailStatus, Omit<Look, 'label'>> = {
  queued: { tone: 'info', icon: Clock },
  sent: { tone: 'success', icon: CircleCheck },
  unsent: { tone: 'warning', icon: TriangleAlert },
  failed: { tone: 'danger', icon: TriangleAlert },
  kept: { tone: 'neutral', icon: Inbox },
};

const badge = ({ tone, icon: Icon, label }: Look) => (
  <Badge tone={tone}>
    <Icon className="size-3" aria-hidden />
    {label}
  </Badge>
);

/** Next to the status of a paused subscription, which a pause does not change. */
const pausedBadge = badge({ tone: 'warning', icon: CirclePause, label: 'Paused' });

/** An order's status: one badge, or more if it was partially refunded or is paused. */
export const OrderBadges = ({
  statuses,
  isPaused = false,
}: {
  statuses: readonly DisplayStatus[];
  isPaused?: boolean;
}) => (
  <span className="inline-flex flex-wrap gap-1 max-md:justify-end">
    {statuses.map((status) => (
      <Fragment key={status}>{badge(orderLooks[status])}</Fragment>
    ))}
    {isPaused && pausedBadge}
  </span>
);
export const PaymentBadge = ({ status }: { status: PaymentStatus }) => badge(paymentLooks[status]);

/** The badge's label as text. */
export const orderStatusLabel = (status: DisplayStatus): string => orderLooks[status].label;
export const paymentLabel = (status: PaymentStatus): string => paymentLooks[status].label;

export const KybBadge = ({ status }: { status: KybStatus }) => badge(kybLooks[status]);
export const RefundTicketBadge = ({ status }: { status: RefundTicketStatus }) => badge(refundTicketLooks[status]);
export const RefundBadge = ({ status }: { status: RefundStatus }) => badge(refundLooks[status]);
export const DeliveryBadge = ({ status }: { status: DeliveryStatus }) => badge(deliveryLooks[status]);
export const EmailBadge = ({ status }: { status: EmailStatus }) =>
  badge({ ...emailLooks[status], label: statusWords[status] });
export const SenderBadge = ({ status }: { status: SenderStatus }) => badge(senderLooks[status]);

/** A product's status in one environment; `unpublished` where it has no version there. */
export const ProductBadge = ({ status }: { status: ProductStatus | 'unpublished' }) => badge(productLooks[status]);
