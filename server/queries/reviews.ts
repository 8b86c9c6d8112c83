/**
 * An operator's decisions, the same by the dashboard and by the command line: decided under lock, written down with an
 * event, and told to the merchant by email, all in one transaction.
 */
import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import { kybTickets, merchants, senderDomains, senderEmails, stores } from '../../db/schema/index.ts';
import type { Actor } from '../domain/event.ts';
import { toShortId } from '../domain/ids.ts';
import { type BusinessDetails, nextKybStatus } from '../domain/kyb-ticket.ts';
import { type Decision, requireNote } from '../domain/review.ts';
import { nextSenderStatus } from '../domain/sender.ts';
import { quotedStoreName } from '../domain/store.ts';
import { errors } from '../errors.ts';
import { queueEmail } from './emails.ts';
import { recordEvent } from './events.ts';
import { type KybTicket, lockTicket, saveTicketDecision } from './kyb-tickets.ts';
import {
  lockSenderDomain,
  lockSenderEmail,
  type SenderDomain,
  type SenderEmail,
  type SenderKind,
  updateSenderDomain,
  updateSenderEmail,
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

/** What is recorded of a store's standing belongs to where it counts. */
const environment = 'prod';

/** Decides a ticket; an approval enables its store for prod. 400 where it is decided already, 404 where there is none. */
export async function decideTicket(tx: Tx, ticketId: string, review: Review, now: Date): Promise<KybTicket> {
  requireNote(review.decision, review.note, 'ticket');
  const store = await lockStoreOf(tx, kybTickets, ticketId);
  if (!store) throw errors.ticketNotFound();
  const ticket = await lockTicket(tx, store.id, ticketId);
  const status = nextKybStatus(ticket.status, review.decision);
  const { reviewedBy, note: reviewNote, actor } = review;
  const saved = await saveTicketDecision(tx, ticket, { status, reviewedBy, reviewNote }, now);
  const about = { merchantId: store.merchantId, storeId: store.id, environment, actor } as const;
  const type = status === 'succeeded' ? 'kyb_ticket.succeeded' : 'kyb_ticket.rejected';
  await recordEvent(tx, { ...about, type, objectType: 'kyb_ticket', objectId: ticket.id }, now);
  if (status === 'succeeded') {
    await updateStore(tx, store.id, { prodEnabled: true }, now);
    await recordEvent(tx, { ...about, type: 'store.prod_enabled', objectType: 'store', objectId: store.id }, now);
  }
  const outcome =
    status === 'succeeded'
      ? `The business behind your store ${quotedStoreName(store.name)} is verified. It can sell in prod from now on.`
      : `The business behind your store ${quotedStoreName(store.name)} could not be verified. You can correct the details and send them again.`;
  await tellOwner(tx, store, review, { subject: 'Your business verification', outcome, page: 'verification' }, now);
  return saved;
}

/** Decides an address that was proven. 400 in any other status, 404 where there is none. */
export async function decideSenderEmail(tx: Tx, id: string, review: Review, now: Date): Promise<SenderEmail> {
  requireNote(review.decision, review.note, 'email');
  const store = await lockStoreOf(tx, senderEmails, id);
  if (!store) throw errors.senderNotFound('email');
  const sender = await lockSenderEmail(tx, store.id, id);
  const changes = senderChanges(sender, review, now);
  await afterSenderDecision(tx, store, { ...sender, ...changes, name: sender.email }, review, now);
  return await updateSenderEmail(tx, sender, changes, now);
}

/** Decides a domain that was proven. 400 in any other status, 404 where there is none. */
export async function decideSenderDomain(tx: Tx, id: string, review: Review, now: Date): Promise<SenderDomain> {
  requireNote(review.decision, review.note, 'email');
  const store = await lockStoreOf(tx, senderDomains, id);
  if (!store) throw errors.senderNotFound('domain');
  const sender = await lockSenderDomain(tx, store.id, id);
  const changes = senderChanges(sender, review, now);
  await afterSenderDecision(tx, store, { ...sender, ...changes, name: sender.domain }, review, now);
  return await updateSenderDomain(tx, sender, changes, now);
}

const senderChanges = ({ status }: SenderEmail | SenderDomain, { decision, note, reviewedBy }: Review, now: Date) => ({
  status: nextSenderStatus(status, decision),
  reviewedBy,
  reviewedAt: now,
  reviewNote: note,
});

async function afterSenderDecision(
  tx: Tx,
  store: Store,
  { id, status, name }: Pick<SenderEmail, 'id' | 'status'> & { name: string },
  review: Review,
  now: Date,
): Promise<void> {
  const type = status === 'bound' ? 'sender.bound' : 'sender.rejected';
  const about = { merchantId: store.merchantId, storeId: store.id, environment, actor: review.actor } as const;
  await recordEvent(tx, { ...about, type, objectType: 'sender', objectId: id }, now);
  const outcome = `${name} was ${status === 'bound' ? 'approved' : 'not approved'} as a sender of your store ${quotedStoreName(store.name)}.`;
  await tellOwner(tx, store, review, { subject: 'Your sender was reviewed', outcome, page: 'senders' }, now);
}

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

async function tellOwner(
  tx: Tx,
  store: Store,
  { note, appUrl }: Review,
  { subject, outcome, page }: { subject: string; outcome: string; page: string },
  now: Date,
): Promise<void> {
  const [owner] = await tx.select().from(merchants).where(eq(merchants.id, store.merchantId));
  if (!owner) return;
  const said = note === null ? [] : ['What the reviewer says:', '', note, ''];
  const body = [
    `Hello ${owner.name},`,
    '',
    outcome,
    '',
    ...said,
    `${appUrl}/dashboard/${store.slug}/${environment}/${page}`,
  ];
  await queueEmail(tx, { recipient: owner.email, subject, body: body.join('\n') }, now);
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

/** Everything that waits for a decision, oldest first, at most `limit` of each kind. Deleted stores wait for nothing. */
export async function listReviewQueue(tx: Tx, limit: number): Promise<QueueEntry[]> {
  const tickets = await tx
    .select({ id: kybTickets.id, createdAt: kybTickets.createdAt, details: kybTickets.details, ...who })
    .from(kybTickets)
    .innerJoin(stores, and(eq(stores.id, kybTickets.storeId), isNull(stores.deletedAt)))
    .innerJoin(merchants, eq(merchants.id, stores.merchantId))
    .where(eq(kybTickets.status, 'pending'))
    .orderBy(asc(kybTickets.createdAt))
    .limit(limit);
  const emails = await tx
    .select({ id: senderEmails.id, createdAt: senderEmails.createdAt, email: senderEmails.email, ...who })
    .from(senderEmails)
    .innerJoin(stores, and(eq(stores.id, senderEmails.storeId), isNull(stores.deletedAt)))
    .innerJoin(merchants, eq(merchants.id, stores.merchantId))
    .where(eq(senderEmails.status, 'in_review'))
    .orderBy(asc(senderEmails.createdAt))
    .limit(limit);
  const domains = await tx
    .select({ id: senderDomains.id, createdAt: senderDomains.createdAt, domain: senderDomains.domain, ...who })
    .from(senderDomains)
    .innerJoin(stores, and(eq(stores.id, senderDomains.storeId), isNull(stores.deletedAt)))
    .innerJoin(merchants, eq(merchants.id, stores.merchantId))
    .where(eq(senderDomains.status, 'in_review'))
    .orderBy(asc(senderDomains.createdAt))
    .limit(limit);
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
