/** How an order stands, as people read it. Its `status` is the contract's, and says less. */
import type { OrderStatus } from './order.ts';
import type { RefundState } from './order-refund.ts';

export type Standing = OrderStatus | 'refunded' | 'partially_refunded';

interface Standable {
  readonly status: OrderStatus;
  readonly periodNumber: number | null;
  readonly refundState: RefundState;
}

/**
 * Whether a subscription is in its trial. One that was canceled during its trial and kept is `active`, and in period 0
 * until its first charge, as a `trialing` one is.
 */
export const isTrialing = ({ status, periodNumber }: Pick<Standable, 'status' | 'periodNumber'>): boolean =>
  status === 'trialing' || (status === 'active' && periodNumber === 0);

const refundStandings = { none: [], partial: ['partially_refunded'], full: ['refunded'] } as const;

/** The standings to show: a refund replaces `completed`, and stands beside any other status. */
export function standingsOf(order: Standable): readonly Standing[] {
  const refund = refundStandings[order.refundState];
  if (order.status === 'completed' && refund.length > 0) return refund;
  return [isTrialing(order) ? 'trialing' : order.status, ...refund];
}
