/** A buyer's request is decided: its status, the event, and the letter to the buyer, in the transaction of the decision. */
import type { Tx } from '#db/client.ts';
import { changesBetween } from '#server/domain/changes.ts';
import { queueBuyerEmail } from '#server/events/data/emails.ts';
import { recordEvent } from '#server/events/data/events.ts';
import type { Actor } from '#server/events/rules/event.ts';
import { findEmailFacts } from '../subscriptions/data/subscription-email-facts.ts';
import { orderUrlOf, subjectOf } from '../subscriptions/email-facts.ts';
import {
  type LockedTicket,
  listPaymentTickets,
  type RefundTicket,
  saveTicketStatus,
  ticketEvent,
  ticketFacts,
} from './refund-tickets.ts';
import { isAskedTooOften, nextRefundTicketStatus } from './rules/refund-ticket.ts';
import { ticketEmail } from './ticket-emails.ts';

interface Answer {
  readonly decision: 'approve' | 'reject';
  /** What goes back; what was asked for, where nothing does. */
  readonly amountMinor: number;
  readonly note: string | null;
  readonly actor: Actor;
  /** When the letter is to leave: the store's own time may be another. */
  readonly sentAt: Date;
}

/**
 * Decides a locked request about a payment of a locked order; 400 where it is decided already. The money is the caller's
 * to send back. Gives the request as it stands then.
 */
export async function answerTicket(
  tx: Tx,
  { order, payment, ticket }: LockedTicket,
  { decision, amountMinor, note, actor, sentAt }: Answer,
  now: Date,
): Promise<RefundTicket> {
  const status = nextRefundTicketStatus(ticket.status, decision);
  // While it is pending, it last changed when its buyer asked.
  const waitedSeconds = Math.max(0, Math.round((now.getTime() - ticket.updatedAt.getTime()) / 1000));
  const reviewed = { reviewNote: note, reviewedAt: now, reviewSeconds: ticket.reviewSeconds + waitedSeconds };
  const saved = await saveTicketStatus(tx, ticket, status, reviewed, now);
  const isApproved = decision === 'approve';
  const type = isApproved ? 'refund_ticket.approved' : 'refund_ticket.rejected';
  const changes = changesBetween(ticketFacts(ticket), ticketFacts({ ...saved, amountMinor }));
  const eventId = await recordEvent(tx, ticketEvent(order, actor, { ...saved, amountMinor })(type, changes), now);
  const facts = (await findEmailFacts(tx, [order])).get(order.id);
  if (!facts || order.buyerEmail === null) return saved;
  const canAskAgain = !isApproved && !isAskedTooOften(await listPaymentTickets(tx, payment));
  const { currency } = ticket;
  const told = { isApproved, amountMinor, currency, note, canAskAgain, orderUrl: orderUrlOf(order, facts) };
  const letter = ticketEmail(subjectOf(order, facts, payment.provider), told);
  const email = { kind: 'refund_answer', recipient: order.buyerEmail, ...letter } as const;
  await queueBuyerEmail(tx, order, eventId, email, sentAt);
  return saved;
}
