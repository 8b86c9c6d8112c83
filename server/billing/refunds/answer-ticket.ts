/** Decides a buyer's refund request: status, event and email in one transaction. */
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
import { isRequestLimitReached, nextRefundTicketStatus } from './rules/refund-ticket.ts';
import { ticketEmail } from './ticket-emails.ts';

interface Decision {
  readonly decision: 'approve' | 'reject';
  /** The refunded amount; for a rejection, the requested amount. */
  readonly amountMinor: number;
  readonly note: string | null;
  readonly actor: Actor;
  /** When to send the email, in real time; the store's clock may differ. */
  readonly sentAt: Date;
}

/**
 * Decides a locked request and returns it; throws 400 if it is decided already. The caller makes the refund of an approved
 * request.
 */
export async function answerTicket(
  tx: Tx,
  { order, payment, ticket }: LockedTicket,
  { decision, amountMinor, note, actor, sentAt }: Decision,
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
  const eventId = await recordEvent(tx, ticketEvent(order, actor, { ...saved, amountMinor })(type, changes), now);
  const facts = (await findEmailFacts(tx, [order])).get(order.id);
  if (!facts || order.buyerEmail === null) return saved;
  const canAskAgain = !isApproved && !isRequestLimitReached(await listPaymentTickets(tx, payment));
  const { currency } = ticket;
  const emailData = { isApproved, amountMinor, currency, note, canAskAgain, orderUrl: orderUrlOf(order, facts) };
  const draft = ticketEmail(subjectOf(order, facts, payment.provider), emailData);
  const email = { kind: 'refund_answer', recipient: order.buyerEmail, ...draft } as const;
  await queueBuyerEmail(tx, order, eventId, email, sentAt);
  return saved;
}
