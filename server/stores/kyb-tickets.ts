/** Business verification tickets. Tickets of deleted stores are ignored. */
import { and, desc, eq } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { kybTickets } from '#db/schema/index.ts';
import { errors } from '#server/domain/errors.ts';
import { newId } from '#server/domain/ids.ts';
import { inStore, type StoreScope } from '#server/platform/data/merchant-scope.ts';
import { findRowOfMember } from './member-rows.ts';
import type { BusinessDetails, KybStatus } from './rules/kyb-ticket.ts';
import type { Store } from './stores.ts';

export type KybTicket = typeof kybTickets.$inferSelect;

/** The store of a ticket, if it is one of the member's. Lock the store before the ticket. */
export const findTicketStore = async (tx: Tx, memberId: string, ticketId: string): Promise<string | undefined> =>
  (await findRowOfMember(tx, kybTickets, memberId, ticketId))?.storeId;

/** Locks a ticket. Its store's row is locked first, to avoid deadlocks. */
export async function lockTicket(tx: Tx, scope: StoreScope, ticketId: string): Promise<KybTicket> {
  const [ticket] = await tx
    .select()
    .from(kybTickets)
    .where(and(eq(kybTickets.id, ticketId), inStore(kybTickets, scope)))
    .for('update');
  if (!ticket) throw errors.ticketNotFound();
  return ticket;
}

/** The store's pending ticket. */
export const findOpenTicket = async (tx: Tx, scope: StoreScope): Promise<KybTicket | undefined> =>
  (
    await tx
      .select()
      .from(kybTickets)
      .where(and(inStore(kybTickets, scope), eq(kybTickets.status, 'pending')))
  )[0];

/** The store's newest ticket, regardless of its status. */
export const findLatestTicket = async (tx: Tx, scope: StoreScope): Promise<KybTicket | undefined> =>
  (
    await tx
      .select()
      .from(kybTickets)
      .where(inStore(kybTickets, scope))
      .orderBy(desc(kybTickets.createdAt), desc(kybTickets.id))
      .limit(1)
  )[0];

export async function insertTicket(
  tx: Tx,
  store: Pick<Store, 'id' | 'merchantId'>,
  details: BusinessDetails,
  now: Date,
): Promise<KybTicket> {
  const [ticket] = await tx
    .insert(kybTickets)
    .values({
      id: newId(),
      merchantId: store.merchantId,
      storeId: store.id,
      status: 'pending',
      details,
      createdAt: now,
      updatedAt: now,
    })
    .returning();
  if (!ticket) throw new Error('insert returned no ticket');
  return ticket;
}

/** Saves the decision about a ticket; `reviewedBy` is null for the command line and for the merchant. */
export async function saveTicketDecision(
  tx: Tx,
  ticket: KybTicket,
  decision: { status: KybStatus; reviewedBy: string | null; reviewNote: string | null },
  now: Date,
): Promise<KybTicket> {
  const [saved] = await tx
    .update(kybTickets)
    .set({ ...decision, reviewedAt: now, updatedAt: now })
    .where(and(eq(kybTickets.id, ticket.id), inStore(kybTickets, ticket)))
    .returning();
  if (!saved) throw errors.ticketNotFound();
  return saved;
}
