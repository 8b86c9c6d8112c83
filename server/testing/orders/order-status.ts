/** Orders in a status that they did not come to by themselves. */
import type { OrderStatus } from '#server/billing/orders/rules/order.ts';

const notStarted = {
  startedAt: null,
  currentPeriodStart: null,
  currentPeriodEnd: null,
  periodNumber: null,
  nextChargeAt: null,
  remindAt: null,
};

/** What to change in the row of a started subscription, or of a one-time order, for that status. */
export const inStatus = (status: OrderStatus) => ({
  status,
  pastDueSince: status === 'past_due' ? new Date() : null,
  ...((status === 'pending' || status === 'expired') && notStarted),
});
