import {
  Ban,
  CalendarX,
  CircleCheck,
  CircleDashed,
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

interface Look {
  readonly tone: BadgeTone;
  readonly icon: LucideIcon;
  readonly word: string;
}

const orderLooks: Record<DisplayStatus, Look> = {
  pending: { tone: 'warning', icon: Clock, word: 'Pending' },
  completed: { tone: 'success', icon: CircleCheck, word: 'Completed' },
  trialing: { tone: 'info', icon: Hourglass, word: 'In trial' },
  active: { tone: 'success', icon: CircleCheck, word: 'Active' },
  past_due: { tone: 'danger', icon: TriangleAlert, word: 'Past due' },
  canceling: { tone: 'warning', icon: CalendarX, word: 'Ends with its period' },
  canceled: { tone: 'neutral', icon: Ban, word: 'Canceled' },
  expired: { tone: 'neutral', icon: TimerOff, word: 'Expired' },
  refunded: { tone: 'neutral', icon: Undo2, word: 'Fully refunded' },
  partially_refunded: { tone: 'warning', icon: Undo2, word: 'Partially refunded' },
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

const kybLooks: Record<KybStatus, Look> = {
  pending: { tone: 'info', icon: Clock, word: 'In review' },
  succeeded: { tone: 'success', icon: CircleCheck, word: 'Verified' },
  rejected: { tone: 'danger', icon: TriangleAlert, word: 'Not verified' },
};

const refundTicketLooks: Record<RefundTicketStatus, Look> = {
  pending: { tone: 'info', icon: Clock, word: 'Open' },
  approved: { tone: 'success', icon: CircleCheck, word: 'Approved' },
  rejected: { tone: 'neutral', icon: Ban, word: 'Declined' },
};

const refundLooks: Record<RefundStatus, Look> = {
  pending: { tone: 'info', icon: Clock, word: 'On its way' },
  succeeded: { tone: 'success', icon: CircleCheck, word: 'Refunded' },
  failed: { tone: 'danger', icon: TriangleAlert, word: 'Failed' },
};

const senderLooks: Record<SenderStatus, Look> = {
  unproven: { tone: 'warning', icon: CircleDashed, word: 'Verification required' },
  in_review: { tone: 'info', icon: Clock, word: 'In review' },
  bound: { tone: 'success', icon: CircleCheck, word: 'Verified' },
  rejected: { tone: 'danger', icon: TriangleAlert, word: 'Rejected' },
};

const deliveryLooks: Record<DeliveryStatus, Look> = {
  pending: { tone: 'info', icon: Clock, word: 'Pending' },
  success: { tone: 'success', icon: CircleCheck, word: 'Delivered' },
  failed: { tone: 'danger', icon: TriangleAlert, word: 'Failed' },
};

const emailLooks: Record<EmailStatus, Look> = {
  queued: { tone: 'info', icon: Clock, word: 'Queued' },
  sent: { tone: 'success', icon: CircleCheck, word: 'Sent' },
  unsent: { tone: 'warning', icon: TriangleAlert, word: 'Not sent: no mail server' },
  failed: { tone: 'danger', icon: TriangleAlert, word: 'Failed' },
  kept: { tone: 'neutral', icon: Inbox, word: 'Not sent (test)' },
};

const badge = ({ tone, icon: Icon, word }: Look) => (
  <Badge tone={tone}>
    <Icon className="size-3" aria-hidden />
    {word}
  </Badge>
);

/** How an order stands: one badge, or two where some of its money went back. */
export const OrderBadges = ({ standings }: { standings: readonly DisplayStatus[] }) => (
  <span className="inline-flex flex-wrap gap-1 max-md:justify-end">
    {standings.map((standing) => (
      <Fragment key={standing}>{badge(orderLooks[standing])}</Fragment>
    ))}
  </span>
);
export const PaymentBadge = ({ status }: { status: PaymentStatus }) => badge(paymentLooks[status]);

/** The same words, for where there is no room for a badge. */
export const standingWords = (standing: DisplayStatus): string => orderLooks[standing].word;
export const paymentWords = (status: PaymentStatus): string => paymentLooks[status].word;

export const KybBadge = ({ status }: { status: KybStatus }) => badge(kybLooks[status]);
export const RefundTicketBadge = ({ status }: { status: RefundTicketStatus }) => badge(refundTicketLooks[status]);
export const RefundBadge = ({ status }: { status: RefundStatus }) => badge(refundLooks[status]);
export const DeliveryBadge = ({ status }: { status: DeliveryStatus }) => badge(deliveryLooks[status]);
export const EmailBadge = ({ status }: { status: EmailStatus }) => badge(emailLooks[status]);
export const SenderBadge = ({ status }: { status: SenderStatus }) => badge(senderLooks[status]);

/** A product's status in one environment; `unpublished` where it has no version there. */
export const ProductBadge = ({ status }: { status: ProductStatus | 'unpublished' }) => badge(productLooks[status]);
