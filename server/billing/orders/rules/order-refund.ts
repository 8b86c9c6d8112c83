/** What of an order was given back. Its `status` keeps the contract's values: a refunded order stays `completed`. */

export const refundStates = ['none', 'partial', 'full'] as const;
export type RefundState = (typeof refundStates)[number];

/** How much of what was paid has gone back; minor units. Refunds that are still on their way do not count. */
export function refundStateOf({ paidMinor, refundedMinor }: { paidMinor: number; refundedMinor: number }): RefundState {
  if (refundedMinor <= 0) return 'none';
  return refundedMinor < paidMinor ? 'partial' : 'full';
}

/** For one payment, with the refunds that are on their way or failed. */
export const paymentRefundStatuses = ['none', 'pending', 'refunded', 'failed'] as const;
export type PaymentRefundStatus = (typeof paymentRefundStatuses)[number];

/** A refund on its way counts before those that succeeded, and those before any that failed. */
export function paymentRefundStatusOf(refunds: readonly { readonly status: string }[]): PaymentRefundStatus {
  const has = (status: string) => refunds.some((refund) => refund.status === status);
  if (has('pending')) return 'pending';
  if (has('succeeded')) return 'refunded';
  return has('failed') ? 'failed' : 'none';
}
