/** Decides a buyer's refund request. The email to the buyer follows from the event. */
import type { Tx } from '#db/client.ts';
import { changesBetween } from '#server/domain/changes.ts';
import { recordEvent } from '#server/events/data/events.ts';
import type { Actor } from '#server/events/rules/event.ts';
import {
  type LockedTicket,
  listPaymentTickets,
  type RefundTicket,
  saveTicketStatus,
  ticketEvent,
  ticketFacts,
} from './refund-tickets.ts';
import { isRequestLimitReached, nextRefundTicketStatus } from './rules/refund-ticket.ts';

interface Decision {
  readonly decision: 'approve' | 'reject';
  /** The refunded amount; for a rejection, the requested amount. */
  readonly amountMinor: number;
  readonly note: string | null;
  readonly actor: Actor;
}

/**
 * Decides a locked request and returns it; throws 400 if it is decided already. The caller makes the refund of an approved
 * request.
 */
export async function answerTicket(
  tx: Tx,
  { order, payment, ticket }: LockedTicket,
  { decision, amountMinor, note, actor }: Decision,
  now: Date,
): Promise<RefundTicket> {
  const status = nextRefundTicketStatus(ticket.status, decision);
  // While a request is pending, `updatedAt` is the time of its submission.
  const waitedSeconds = Math.max(0, Math.round((now.getTime() - ticket.updatedAt.getTime()) / 1000));
  const reviewed = { reviewNote: note, reviewedAt: now, reviewSeconds: ticket.reviewSeconds + waitedSeconds };
  const saved = await saveTicketStatus(tx, ticket, status, reviewed, now);
  const isApproved = decision === 'approve';
  const type = isApproved ? 'refund_ticket.approved' : 'refund_ticket.rejected';
  const changes = changesBetween(ticketFacts(ticket), ticketFacts({ ...saved, amountMinor }));
  const canAskAgain = !isApproved && !isRequestLimitReached(await listPaymentTickets(tx, payment));
  const event = ticketEvent(order, actor, { ...saved, amountMinor })(type, changes, { note, canAskAgain });
  await recordEvent(tx, event, now);
  return saved;
}
