/**
 * Operators decide business verifications and senders, in the dashboard and on the command line. The email to the merchant
 * follows from the event.
 */
import { and, asc, eq, isNull, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Tx } from '#db/client.ts';
import { kybTickets, merchants, senderDomains, senderEmails, stores } from '#db/schema/index.ts';
import { changeOf, changesBetween } from '#server/domain/changes.ts';
import { errors } from '#server/domain/errors.ts';
import { toShortId } from '#server/domain/ids.ts';
import { recordStandingEvent } from '#server/events/data/events.ts';
import type { Actor } from '#server/events/rules/event.ts';
import { everyMerchant, isStoreOf, scopeOfStore } from '#server/platform/data/merchant-scope.ts';
import { type KybTicket, lockTicket, saveTicketDecision } from './kyb-tickets.ts';
import { type BusinessDetails, nextKybStatus } from './rules/kyb-ticket.ts';
import { type Decision, requireNote } from './rules/review.ts';
import { nextSenderStatus } from './rules/sender.ts';
import {
  lockSender,
  type SenderDomain,
  type SenderEmail,
  type SenderKind,
  type SenderOf,
  senderName,
  senderTables,
  updateSender,
} from './senders.ts';
import { lockStore, type Store, updateStore } from './stores.ts';

export interface Review {
  readonly decision: Decision;
  readonly note: string | null;
  /** The operator's merchant id; null for the command line. */
  readonly reviewedBy: string | null;
  readonly actor: Actor;
}

/** Decides a ticket; an approval lets its store sell in prod. 400 for a decided ticket, 404 for an unknown one. */
export async function decideTicket(tx: Tx, ticketId: string, review: Review, now: Date): Promise<KybTicket> {
  requireNote(review.decision, review.note, 'ticket');
  const store = await lockStoreOf(tx, kybTickets, ticketId);
  if (!store) throw errors.ticketNotFound();
  const ticket = await lockTicket(tx, scopeOfStore(store), ticketId);
  const status = nextKybStatus(ticket.status, review.decision);
  const { reviewedBy, note: reviewNote, actor } = review;
  const saved = await saveTicketDecision(tx, ticket, { status, reviewedBy, reviewNote }, now);
  const type = status === 'succeeded' ? 'kyb_ticket.succeeded' : 'kyb_ticket.rejected';
  const changes = changesBetween(decidedFacts(ticket), decidedFacts(saved));
  await recordStandingEvent(tx, store, actor, { type, objectId: ticket.id, changes, data: { note: reviewNote } }, now);
  if (status === 'succeeded') {
    await updateStore(tx, store, { prodEnabled: true }, now);
    const changed = changeOf('prodEnabled', store.prodEnabled, true);
    // The ticket's email says so.
    const data = { emailed: false };
    const enabled = { type: 'store.prod_enabled', objectId: store.id, changes: changed, data } as const;
    await recordStandingEvent(tx, store, actor, enabled, now);
  }
  return saved;
}

/** Decides a proven address or domain. 400 in any other status, 404 for an unknown one. */
export async function decideSender<Kind extends SenderKind>(
  tx: Tx,
  kind: Kind,
  id: string,
  review: Review,
  now: Date,
): Promise<SenderOf<Kind>> {
  const { decision, note, reviewedBy } = review;
  requireNote(decision, note, 'email');
  const store = await lockStoreOf(tx, senderTables[kind], id);
  if (!store) throw errors.senderNotFound(kind);
  const sender: SenderEmail | SenderDomain = await lockSender(tx, kind, scopeOfStore(store), id);
  const status = nextSenderStatus(sender.status, decision);
  const saved = await updateSender(tx, kind, sender, { status, reviewedBy, reviewedAt: now, reviewNote: note }, now);
  const type = status === 'bound' ? 'sender.bound' : 'sender.rejected';
  const changes = changesBetween(decidedFacts(sender), decidedFacts(saved));
  const data = { name: senderName(sender), note };
  await recordStandingEvent(tx, store, review.actor, { type, objectId: id, changes, data }, now);
  return saved;
}

/** The part of a decision that its merchant sees. */
const decidedFacts = ({ status, reviewNote }: { readonly status: string; readonly reviewNote: string | null }) => ({
  status,
  note: reviewNote,
});

/** Locks the store of a row before the row is locked; undefined for a deleted store. */
async function lockStoreOf(
  tx: Tx,
  table: typeof kybTickets | typeof senderEmails | typeof senderDomains,
  id: string,
): Promise<Store | undefined> {
  const [found] = await tx
    .select({ merchantId: table.merchantId, storeId: table.storeId })
    .from(table)
    .where(and(everyMerchant, eq(table.id, id)));
  const store = found && (await lockStore(tx, found));
  return store?.deletedAt ? undefined : store;
}

interface PendingReview {
  /** The ID to decide it by: a ticket's Short ID, a sender's UUID. */
  readonly id: string;
  readonly createdAt: Date;
  readonly store: { readonly id: string; readonly name: string; readonly slug: string };
  readonly owner: { readonly name: string; readonly email: string };
}

/** A ticket or sender that waits for a decision. */
export type QueueEntry = PendingReview &
  (
    | { readonly kind: 'ticket'; readonly details: BusinessDetails }
    | { readonly kind: 'email'; readonly email: string }
    | { readonly kind: 'domain'; readonly domain: string }
  );

const storeAndOwner = {
  store: { id: stores.id, name: stores.name, slug: stores.slug },
  owner: { name: merchants.name, email: merchants.email },
};

/** The rows of one table that wait, oldest first, with their store and owner; without deleted stores. */
const pendingIn = <Shown extends Record<string, PgColumn>>(
  tx: Tx,
  table: typeof kybTickets | typeof senderEmails | typeof senderDomains,
  isPending: SQL,
  shown: Shown,
) =>
  tx
    .select({ id: table.id, createdAt: table.createdAt, ...shown, ...storeAndOwner })
    .from(table)
    .innerJoin(stores, and(isStoreOf(table), isNull(stores.deletedAt)))
    .innerJoin(merchants, eq(merchants.id, stores.ownerId))
    .where(and(everyMerchant, isPending))
    .orderBy(asc(table.createdAt));

/** The review queue, oldest first, at most `limit` entries of each kind. */
export async function listReviewQueue(tx: Tx, limit: number): Promise<QueueEntry[]> {
  const isPendingTicket = eq(kybTickets.status, 'pending');
  const tickets = await pendingIn(tx, kybTickets, isPendingTicket, { details: kybTickets.details }).limit(limit);
  const isEmailToReview = eq(senderEmails.status, 'in_review');
  const emails = await pendingIn(tx, senderEmails, isEmailToReview, { email: senderEmails.email }).limit(limit);
  const isDomainToReview = eq(senderDomains.status, 'in_review');
  const domains = await pendingIn(tx, senderDomains, isDomainToReview, { domain: senderDomains.domain }).limit(limit);
  const entries: QueueEntry[] = [
    ...tickets.map((row) => ({ kind: 'ticket' as const, ...row, id: toShortId('TKT', row.id) })),
    ...emails.map((row) => ({ kind: 'email' as const, ...row })),
    ...domains.map((row) => ({ kind: 'domain' as const, ...row })),
  ];
  return entries.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
}

/** The kind of the sender with that ID, if any. */
export async function findSenderKind(tx: Tx, id: string): Promise<SenderKind | undefined> {
  const [email] = await tx
    .select({ id: senderEmails.id })
    .from(senderEmails)
    .where(and(everyMerchant, eq(senderEmails.id, id)));
  if (email) return 'email';
  const [domain] = await tx
    .select({ id: senderDomains.id })
    .from(senderDomains)
    .where(and(everyMerchant, eq(senderDomains.id, id)));
  return domain && 'domain';
}
