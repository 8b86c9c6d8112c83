/** Business verification tickets. Tickets of deleted stores are ignored. */
import { and, desc, eq, isNull } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { kybTickets, storeMembers, stores } from '#db/schema/index.ts';
import { errors } from '#server/domain/errors.ts';
import { newId } from '#server/domain/ids.ts';
import type { BusinessDetails, KybStatus } from './rules/kyb-ticket.ts';
import type { Store } from './stores.ts';

export type KybTicket = typeof kybTickets.$inferSelect;

/** The store of a ticket, if the merchant is a member. Lock the store before the ticket. */
export async function findTicketStore(tx: Tx, merchantId: string, ticketId: string): Promise<string | undefined> {
  const [found] = await tx
    .select({ storeId: kybTickets.storeId })
    .from(kybTickets)
    .innerJoin(stores, and(eq(stores.id, kybTickets.storeId), isNull(stores.deletedAt)))
    .innerJoin(storeMembers, and(eq(storeMembers.storeId, stores.id), eq(storeMembers.merchantId, merchantId)))
    .where(eq(kybTickets.id, ticketId));
  return found?.storeId;
}

/** Locks a ticket. Its store's row is locked first, to avoid deadlocks. */
export async function lockTicket(tx: Tx, storeId: string, ticketId: string): Promise<KybTicket> {
  const [ticket] = await tx
    .select()
    .from(kybTickets)
    .where(and(eq(kybTickets.id, ticketId), eq(kybTickets.storeId, storeId)))
    .for('update');
  if (!ticket) throw errors.ticketNotFound();
  return ticket;
}

/** The store's pending ticket. */
export const findOpenTicket = async (tx: Tx, storeId: string): Promise<KybTicket | undefined> =>
  (
    await tx
      .select()
      .from(kybTickets)
      .where(and(eq(kybTickets.storeId, storeId), eq(kybTickets.status, 'pending')))
  )[0];

/** The store's newest ticket, regardless of its status. */
export const findLatestTicket = async (tx: Tx, storeId: string): Promise<KybTicket | undefined> =>
  (
    await tx
      .select()
      .from(kybTickets)
      .where(eq(kybTickets.storeId, storeId))
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
    .where(and(eq(kybTickets.id, ticket.id), eq(kybTickets.storeId, ticket.storeId)))
    .returning();
  if (!saved) throw errors.ticketNotFound();
  return saved;
}
