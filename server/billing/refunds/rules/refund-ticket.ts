/** A buyer's request to have a payment back. The merchant decides. */
import { ApiError, errors } from '#server/domain/errors.ts';
import { optionalText, requiredText } from '#server/domain/fields.ts';
import { followOrRefuse, type Transitions } from '#server/domain/state-machine.ts';

export const refundTicketStatuses = ['pending', 'approved', 'rejected'] as const;
export type RefundTicketStatus = (typeof refundTicketStatuses)[number];

export const maxRefundReasonLength = 1000;

/** Where no money moves anybody can pay as often as they like: so many requests a day are emailed to a store's owner. */
export const maxFreeTicketEmailsPerDay = 20;

/** Why: 1 to 1000 characters, on as many lines as it takes. */
export const refundReason = () =>
  requiredText('reason', maxRefundReasonLength, { lines: 'many' }).meta({
    description: `Why, in the customer’s words; at most ${maxRefundReasonLength.toLocaleString('en')} characters`,
  });

const maxNoteLength = 1000;

/** What the merchant says to a decision. */
export const decisionNote = () =>
  optionalText('note', maxNoteLength, { lines: 'many' }).meta({
    description: `The customer reads it; at most ${maxNoteLength.toLocaleString('en')} characters`,
  });

/** How often a rejected request may be made again. */
export const maxResubmissions = 3;

/** How often requests about one payment may be rejected, the same one or another: then the answer is no. */
const maxRejections = 1 + maxResubmissions;

const refuse = (message: string, code: string) => new ApiError(400, message, 'ticket', { code });

/** Why a request is refused; what is wrong with its amount stands with refunds. */
export const ticketRefusals = {
  alreadyOpen: () => refuse('This payment already has a pending refund ticket', 'refund_open'),
  tooOften: () =>
    refuse(`This refund ticket has been resubmitted ${maxResubmissions} times already`, 'refund_too_often'),
  rejectedTooOften: () =>
    refuse(`Refund tickets for this payment have been rejected ${maxRejections} times already`, 'refund_too_often'),
  notRejected: () => errors.wrongStatus(notRejected, 'ticket'),
};

const notRejected = 'Only rejected refund tickets can be resubmitted';

/** - `approve`, `reject`: the merchant decides. - `resubmit`: the buyer asks again. */
export type RefundTicketEvent = 'approve' | 'reject' | 'resubmit';

export const refundTicketTransitions: Transitions<RefundTicketStatus, RefundTicketEvent> = {
  pending: { approve: 'approved', reject: 'rejected' },
  approved: {},
  rejected: { resubmit: 'pending' },
};

/** The next status of a request; 400 where the event is not allowed in that status. */
export const nextRefundTicketStatus = (from: RefundTicketStatus, event: RefundTicketEvent): RefundTicketStatus =>
  followOrRefuse(refundTicketTransitions, from, event, {
    message: event === 'resubmit' ? notRejected : 'Only pending refund tickets can be reviewed',
    layer: 'ticket',
  });

type Asked = { readonly status: RefundTicketStatus; readonly resubmissions: number };

/** Whether a payment has been asked for as often as it may be, given all requests about it. */
export const isAskedTooOften = (tickets: readonly Asked[]): boolean =>
  tickets.reduce((sum, { status, resubmissions }) => sum + resubmissions + (status === 'rejected' ? 1 : 0), 0) >=
  maxRejections;

/** That a payment may be asked for, given all requests about it: 400 while one waits, and after the last rejection. */
export function requireAskable(tickets: readonly Asked[]): void {
  if (tickets.some(({ status }) => status === 'pending')) throw ticketRefusals.alreadyOpen();
  if (isAskedTooOften(tickets)) throw ticketRefusals.rejectedTooOften();
}

/** Whether a refund that was made otherwise answers a request: it gives back as much, or leaves nothing to give. */
export const isAnsweredBy = (
  ticket: { readonly amountMinor: number },
  amountMinor: number,
  leftMinor: number,
): boolean => amountMinor >= ticket.amountMinor || leftMinor === 0;
