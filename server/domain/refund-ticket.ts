/** A buyer's request to have a payment back. The merchant decides. */
import { requiredText } from './fields.ts';

export const refundTicketStatuses = ['pending', 'approved', 'rejected'] as const;
export type RefundTicketStatus = (typeof refundTicketStatuses)[number];

export const longestRefundReason = 1000;

/** Where no money moves anybody can pay as often as they like: so many requests a day are emailed to a store's owner. */
export const mostFreeTicketEmailsPerDay = 20;

/** Why: 1 to 1000 characters, on as many lines as it takes. */
export const refundReason = () =>
  requiredText('reason', longestRefundReason, { lines: 'many' }).meta({
    description: `Why, in the customer’s words; at most ${longestRefundReason.toLocaleString('en')} characters`,
  });

/** Why a request is refused, in the API's words. */
export const refundRefusals = {
  nothingPaid: 'Nothing has been paid that could be refunded',
  invalidAmount: 'Invalid amount',
  /** Followed by what was paid, as a display string. */
  tooMuch: 'Amount is more than was paid: ',
  alreadyOpen: 'This payment already has a pending refund ticket',
} as const;

/** What of a payment can be asked for: money that arrived. */
export const isRefundable = (payment: { readonly status: string; readonly amountMinor: number }): boolean =>
  payment.status === 'succeeded' && payment.amountMinor > 0;
