/** Puts an order into a status without its history. */
import type { OrderStatus } from '#server/billing/orders/rules/order.ts';

const notStarted = {
  startedAt: null,
  currentPeriodStart: null,
  currentPeriodEnd: null,
  periodNumber: null,
  nextChargeAt: null,
  remindAt: null,
};

/** Returns the row changes that give a started subscription or a one-time order this status. */
export const inStatus = (status: OrderStatus) => ({
  status,
  pastDueSince: status === 'past_due' ? new Date() : null,
  ...((status === 'pending' || status === 'expired') && notStarted),
});
