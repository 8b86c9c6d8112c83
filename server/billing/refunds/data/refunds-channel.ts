/** The NOTIFY channel that announces new refunds to the worker. */
export const refundsChannel = 'counterfoil_refunds';
