/** The statuses of a refund. */
export const refundStatuses = ['pending', 'succeeded', 'failed'] as const;
export type RefundStatus = (typeof refundStatuses)[number];

/** Statuses whose amount cannot be refunded again. */
export const holdingRefundStatuses = ['pending', 'succeeded'] as const satisfies readonly RefundStatus[];
