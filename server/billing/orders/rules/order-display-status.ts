/** The statuses that people see. They are more precise than the `status` of the contract. */
import type { OrderStatus } from './order.ts';
import type { RefundState } from './order-refund.ts';

export type DisplayStatus = OrderStatus | 'refunded' | 'partially_refunded';

interface StatusFields {
  readonly status: OrderStatus;
  readonly periodNumber: number | null;
  readonly refundState: RefundState;
}

/**
 * Whether a subscription is in its trial. A trial that was canceled and reactivated is `active`, but stays in period 0
 * until its first charge.
 */
export const isTrialing = ({ status, periodNumber }: Pick<StatusFields, 'status' | 'periodNumber'>): boolean =>
  status === 'trialing' || (status === 'active' && periodNumber === 0);

const refundStatuses = { none: [], partial: ['partially_refunded'], full: ['refunded'] } as const;

/** The statuses to display: a refund replaces `completed`, and is shown next to any other status. */
export function displayStatusesOf(order: StatusFields): readonly DisplayStatus[] {
  const refund = refundStatuses[order.refundState];
  if (order.status === 'completed' && refund.length > 0) return refund;
  return [isTrialing(order) ? 'trialing' : order.status, ...refund];
}
