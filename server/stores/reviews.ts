/**
 * An operator's decisions, the same by the dashboard and by the command line: decided under lock, written down with an
 * event, and told to the merchant by email, all in one transaction.
 */
import { and, asc, eq, isNull, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Tx } from '#db/client.ts';
import { kybTickets, merchants, senderDomains, senderEmails, stores } from '#db/schema/index.ts';
import { changeOf, changesBetween } from '#server/domain/changes.ts';
import { errors } from '#server/domain/errors.ts';
import { toShortId } from '#server/domain/ids.ts';
import { plainName, quotedName } from '#server/domain/quoted-name.ts';
import { ofStore, queueEmail } from '#server/events/data/emails.ts';
import { recordStandingEvent } from '#server/events/data/events.ts';
import { englishDraft, serviceLook } from '#server/events/rules/email-content.ts';
import type { Actor } from '#server/events/rules/event.ts';
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
import { type Store, updateStore } from './stores.ts';

export interface Review {
  readonly decision: Decision;
  readonly note: string | null;
  /** The operator's merchant id; null for the command line. */
  readonly reviewedBy: string | null;
  readonly actor: Actor;
  /** Where the dashboard is, for the email. */
  readonly appUrl: string;
}

/** Decides a ticket; an approval enables its store for prod. 400 where it is decided already, 404 where there is none. */
export async function decideTicket(tx: Tx, ticketId: string, review: Review, now: Date): Promise<KybTicket> {
  requireNote(review.decision, review.note, 'ticket');
  const store = await lockStoreOf(tx, kybTickets, ticketId);
  if (!store) throw errors.ticketNotFound();
  const ticket = await lockTicket(tx, store.id, ticketId);
  const status = nextKybStatus(ticket.status, review.decision);
  const { reviewedBy, note: reviewNote, actor } = review;
  const saved = await saveTicketDecision(tx, ticket, { status, reviewedBy, reviewNote }, now);
  const type = status === 'succeeded' ? 'kyb_ticket.succeeded' : 'kyb_ticket.rejected';
  const changes = changesBetween(decidedFacts(ticket), decidedFacts(saved));
  await recordStandingEvent(tx, store, actor, { type, objectId: ticket.id, changes }, now);
  if (status === 'succeeded') {
    await updateStore(tx, store.id, { prodEnabled: true }, now);
    const changed = changeOf('prodEnabled', store.prodEnabled, true);
    const enabled = { type: 'store.prod_enabled', objectId: store.id, changes: changed } as const;
    await recordStandingEvent(tx, store, actor, enabled, now);
  }
  const outcome =
    status === 'succeeded'
      ? `The business behind your store ${quotedName(store.name)} is verified. It can sell in prod from now on.`
      : `The business behind your store ${quotedName(store.name)} could not be verified. You can correct the details and send them again.`;
  await notifyOwner(tx, store, review, { subject: 'Your business verification', outcome, page: 'verification' }, now);
  return saved;
}

/** Decides an address or a domain that was proven. 400 in any other status, 404 where there is none. */
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
  const sender: SenderEmail | SenderDomain = await lockSender(tx, kind, store.id, id);
  const status = nextSenderStatus(sender.status, decision);
  const saved = await updateSender(tx, kind, sender, { status, reviewedBy, reviewedAt: now, reviewNote: note }, now);
  const type = status === 'bound' ? 'sender.bound' : 'sender.rejected';
  const changes = changesBetween(decidedFacts(sender), decidedFacts(saved));
  await recordStandingEvent(tx, store, review.actor, { type, objectId: id, changes }, now);
  const outcome = `${senderName(sender)} was ${status === 'bound' ? 'approved' : 'not approved'} as a sender of your store ${quotedName(store.name)}.`;
  await notifyOwner(tx, store, review, { subject: 'Your sender was reviewed', outcome, page: 'senders' }, now);
  return saved;
}

/** What of a decision its merchant may know. */
const decidedFacts = ({ status, reviewNote }: { readonly status: string; readonly reviewNote: string | null }) => ({
  status,
  note: reviewNote,
});

/** The store of a row, locked, before the row is; deleted stores have none. */
async function lockStoreOf(
  tx: Tx,
  table: typeof kybTickets | typeof senderEmails | typeof senderDomains,
  id: string,
): Promise<Store | undefined> {
  const [found] = await tx.select({ storeId: table.storeId }).from(table).where(eq(table.id, id));
  if (!found) return undefined;
  const [store] = await tx
    .select()
    .from(stores)
    .where(and(eq(stores.id, found.storeId), isNull(stores.deletedAt)))
    .for('no key update');
  return store;
}

async function notifyOwner(
  tx: Tx,
  store: Store,
  { note, appUrl }: Review,
  { subject, outcome, page }: { subject: string; outcome: string; page: string },
  now: Date,
): Promise<void> {
  const [owner] = await tx.select().from(merchants).where(eq(merchants.id, store.ownerId));
  if (!owner) return;
  const letter = englishDraft(serviceLook, {
    subject,
    parts: [
      `Hello ${plainName(owner.name)},`,
      outcome,
      note !== null && 'What the reviewer says:',
      note,
      { kind: 'button', label: 'Open the dashboard', url: `${appUrl}/dashboard/${store.slug}/prod/${page}` },
    ],
  });
  await queueEmail(tx, ofStore(store, 'prod'), { kind: 'review', recipient: owner.email, ...letter }, now);
}

interface Waiting {
  /** As it is decided by: a ticket's Short ID, a sender's UUID. */
  readonly id: string;
  readonly createdAt: Date;
  readonly store: { readonly id: string; readonly name: string; readonly slug: string };
  readonly owner: { readonly name: string; readonly email: string };
}

/** What waits for a decision. */
export type QueueEntry = Waiting &
  (
    | { readonly kind: 'ticket'; readonly details: BusinessDetails }
    | { readonly kind: 'email'; readonly email: string }
    | { readonly kind: 'domain'; readonly domain: string }
  );

const who = {
  store: { id: stores.id, name: stores.name, slug: stores.slug },
  owner: { name: merchants.name, email: merchants.email },
};

/** What waits in one of the tables, oldest first, with whose it is. Deleted stores wait for nothing. */
const waiting = <Shown extends Record<string, PgColumn>>(
  tx: Tx,
  table: typeof kybTickets | typeof senderEmails | typeof senderDomains,
  isWaiting: SQL,
  shown: Shown,
) =>
  tx
    .select({ id: table.id, createdAt: table.createdAt, ...shown, ...who })
    .from(table)
    .innerJoin(stores, and(eq(stores.id, table.storeId), isNull(stores.deletedAt)))
    .innerJoin(merchants, eq(merchants.id, stores.ownerId))
    .where(isWaiting)
    .orderBy(asc(table.createdAt));

/** Everything that waits for a decision, oldest first, at most `limit` of each kind. */
export async function listReviewQueue(tx: Tx, limit: number): Promise<QueueEntry[]> {
  const isPending = eq(kybTickets.status, 'pending');
  const tickets = await waiting(tx, kybTickets, isPending, { details: kybTickets.details }).limit(limit);
  const isEmailToReview = eq(senderEmails.status, 'in_review');
  const emails = await waiting(tx, senderEmails, isEmailToReview, { email: senderEmails.email }).limit(limit);
  const isDomainToReview = eq(senderDomains.status, 'in_review');
  const domains = await waiting(tx, senderDomains, isDomainToReview, { domain: senderDomains.domain }).limit(limit);
  const entries: QueueEntry[] = [
    ...tickets.map((row) => ({ kind: 'ticket' as const, ...row, id: toShortId('TKT', row.id) })),
    ...emails.map((row) => ({ kind: 'email' as const, ...row })),
    ...domains.map((row) => ({ kind: 'domain' as const, ...row })),
  ];
  return entries.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
}

/** What kind of thing a sender's id is of; undefined where there is none. */
export async function findSenderKind(tx: Tx, id: string): Promise<SenderKind | undefined> {
  const [email] = await tx.select({ id: senderEmails.id }).from(senderEmails).where(eq(senderEmails.id, id));
  if (email) return 'email';
  const [domain] = await tx.select({ id: senderDomains.id }).from(senderDomains).where(eq(senderDomains.id, id));
  return domain && 'domain';
}
