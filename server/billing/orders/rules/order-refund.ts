/** The refund state of an order. Its `status` keeps the contract's values: a refunded order stays `completed`. */

export const refundStates = ['none', 'partial', 'full'] as const;
export type RefundState = (typeof refundStates)[number];

/** The refund state for the paid and refunded amounts in minor units. Pending refunds do not count. */
export function refundStateOf({ paidMinor, refundedMinor }: { paidMinor: number; refundedMinor: number }): RefundState {
  if (refundedMinor <= 0) return 'none';
  return refundedMinor < paidMinor ? 'partial' : 'full';
}

/** The refund statuses of a payment, which include pending and failed refunds. */
export const paymentRefundStatuses = ['none', 'pending', 'refunded', 'failed'] as const;
export type PaymentRefundStatus = (typeof paymentRefundStatuses)[number];

/** Pending refunds take precedence over succeeded ones, which take precedence over failed ones. */
export function paymentRefundStatusOf(refunds: readonly { readonly status: string }[]): PaymentRefundStatus {
  const has = (status: string) => refunds.some((refund) => refund.status === status);
  if (has('pending')) return 'pending';
  if (has('succeeded')) return 'refunded';
  return has('failed') ? 'failed' : 'none';
}
