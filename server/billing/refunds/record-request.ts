/** Records a buyer's refund request. The email to the store's owner follows from the event. */

import { and, gt, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { refundTickets } from '#db/schema/index.ts';
import { changesBetween } from '#server/domain/changes.ts';
import { recordEvent } from '#server/events/data/events.ts';
import type { Actor } from '#server/events/rules/event.ts';
import { inEnvironment } from '#server/platform/data/merchant-scope.ts';
import { type LockedTicket, type RefundTicket, ticketEvent, ticketFacts } from './refund-tickets.ts';
import { maxFreeTicketEmailsPerDay } from './rules/refund-ticket.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** `previous`: the ticket before it was resubmitted; null for a new one. */
export async function recordRefundRequest(
  tx: Tx,
  { order, payment, ticket, previous }: LockedTicket & { readonly previous: RefundTicket | null },
  actor: Actor,
  now: Date,
): Promise<void> {
  const changes = changesBetween(previous && ticketFacts(previous), ticketFacts(ticket));
  // The owner's own call needs no email.
  const isSilent = actor.kind === 'apiKey' || (payment.provider === 'sandbox' && (await isOverLimit(tx, ticket)));
  const type = previous ? 'refund_ticket.resubmitted' : 'refund_ticket.created';
  const data = { reason: ticket.reason, ...(isSilent && { emailed: false }) };
  await recordEvent(tx, ticketEvent(order, actor, ticket)(type, changes, data), now);
}

/** Whether today's requests in the ticket's store are more than the owner is emailed about. */
async function isOverLimit(tx: Tx, ticket: RefundTicket): Promise<boolean> {
  const [row] = await tx
    .select({ requests: sql<number>`coalesce(sum(1 + ${refundTickets.resubmissions}), 0)`.mapWith(Number) })
    .from(refundTickets)
    .where(
      and(
        inEnvironment(refundTickets, ticket),
        gt(refundTickets.updatedAt, new Date(ticket.updatedAt.getTime() - dayMs)),
      ),
    );
  return (row?.requests ?? 0) > maxFreeTicketEmailsPerDay;
}
