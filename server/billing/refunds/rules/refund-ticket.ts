/** A buyer's refund request, which the merchant decides. */
import { ApiError, errors } from '#server/domain/errors.ts';
import { optionalText, requiredText } from '#server/domain/fields.ts';
import { followOrRefuse, type Transitions } from '#server/domain/state-machine.ts';

export const refundTicketStatuses = ['pending', 'approved', 'rejected'] as const;
export type RefundTicketStatus = (typeof refundTicketStatuses)[number];

/** The statuses that API callers see: an approved request has the state of its refund. */
export const shownTicketStatuses = ['pending', 'approved', 'rejected', 'processing', 'succeeded', 'failed'] as const;
export type ShownTicketStatus = (typeof shownTicketStatuses)[number];

/** The shown statuses of each stored status. */
export const shownStatusesOf: Readonly<Record<RefundTicketStatus, readonly ShownTicketStatus[]>> = {
  pending: ['pending'],
  approved: ['approved', 'processing', 'succeeded', 'failed'],
  rejected: ['rejected'],
};

export const maxRefundReasonLength = 1000;

/** The daily limit of emails to a store's owner about requests in demonstrations, where a purchase costs nothing. */
export const maxFreeTicketEmailsPerDay = 20;

/** The buyer's reason: 1 to 1000 characters, on several lines. */
export const refundReason = () =>
  requiredText('reason', maxRefundReasonLength, { lines: 'many' }).meta({
    description: `The customer’s reason; at most ${maxRefundReasonLength.toLocaleString('en')} characters`,
  });

const maxNoteLength = 1000;

/** The merchant's note to a decision. */
export const decisionNote = () =>
  optionalText('note', maxNoteLength, { lines: 'many' }).meta({
    description: `Shown to the customer; at most ${maxNoteLength.toLocaleString('en')} characters`,
  });

/** How often a rejected request may be resubmitted. */
export const maxResubmissions = 3;

/** After this many rejections of requests about one payment, no further request is accepted. */
const maxRejections = 1 + maxResubmissions;

const refuse = (message: string, code: string) => new ApiError(400, message, 'ticket', { code });

/** The refusals of a request; `refund.ts` has the refusals of its amount. */
export const ticketRefusals = {
  alreadyOpen: () => refuse('This payment already has a pending refund ticket', 'refund_open'),
  tooOften: () =>
    refuse(`This refund ticket has been resubmitted ${maxResubmissions} times already`, 'refund_too_often'),
  rejectedTooOften: () =>
    refuse(`Refund tickets for this payment have been rejected ${maxRejections} times already`, 'refund_too_often'),
  notRejected: () => errors.wrongStatus(notRejected, 'ticket'),
};

const notRejected = 'Only rejected refund tickets can be resubmitted';

/** - `approve`, `reject`: by the merchant. - `resubmit`: by the buyer. */
export type RefundTicketEvent = 'approve' | 'reject' | 'resubmit';

export const refundTicketTransitions: Transitions<RefundTicketStatus, RefundTicketEvent> = {
  pending: { approve: 'approved', reject: 'rejected' },
  approved: {},
  rejected: { resubmit: 'pending' },
};

/** The next status of a request; throws 400 if the event is not allowed. */
export const nextRefundTicketStatus = (from: RefundTicketStatus, event: RefundTicketEvent): RefundTicketStatus =>
  followOrRefuse(refundTicketTransitions, from, event, {
    message: event === 'resubmit' ? notRejected : 'Only pending refund tickets can be reviewed',
    layer: 'ticket',
  });

type RequestState = { readonly status: RefundTicketStatus; readonly resubmissions: number };

/** Whether the requests about a payment have reached the limit. */
export const isRequestLimitReached = (tickets: readonly RequestState[]): boolean =>
  tickets.reduce((sum, { status, resubmissions }) => sum + resubmissions + (status === 'rejected' ? 1 : 0), 0) >=
  maxRejections;

/** Throws 400 while a request about the payment is pending, and after the last rejection. */
export function requireRequestAllowed(tickets: readonly RequestState[]): void {
  if (tickets.some(({ status }) => status === 'pending')) throw ticketRefusals.alreadyOpen();
  if (isRequestLimitReached(tickets)) throw ticketRefusals.rejectedTooOften();
}

/** Whether another refund settles a request: it returns at least the requested amount, or leaves nothing to refund. */
export const isAnsweredBy = (
  ticket: { readonly amountMinor: number },
  amountMinor: number,
  leftMinor: number,
): boolean => amountMinor >= ticket.amountMinor || leftMinor === 0;
