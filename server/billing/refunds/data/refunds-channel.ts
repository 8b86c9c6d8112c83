/** The NOTIFY channel that says a refund was asked for. */
export const refundsChannel = 'counterfoil_refunds';
