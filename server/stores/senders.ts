/** Sender addresses and domains of stores. Senders of deleted stores are ignored. */
import { randomBytes } from 'node:crypto';
import { and, asc, eq } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Tx } from '#db/client.ts';
import { senderDomains, senderEmails } from '#db/schema/index.ts';
import { errors } from '#server/domain/errors.ts';
import { newId } from '#server/domain/ids.ts';
import { inStore, type StoreScope, scopeOfStore } from '#server/platform/data/merchant-scope.ts';
import { findRowOfMember } from './member-rows.ts';
import { lockMemberStore, type MemberStore, type Store } from './stores.ts';

export type SenderEmail = typeof senderEmails.$inferSelect;
export type SenderDomain = typeof senderDomains.$inferSelect;
export type SenderKind = 'email' | 'domain';
export type SenderOf<Kind extends SenderKind> = { email: SenderEmail; domain: SenderDomain }[Kind];
type CommonSender = Pick<SenderEmail, keyof SenderEmail & keyof SenderDomain>;
type SenderKey = Pick<CommonSender, 'id' | 'merchantId' | 'storeId'>;

export const senderTables = { email: senderEmails, domain: senderDomains } as const;

/** The address or domain. */
export const senderName = (sender: SenderEmail | SenderDomain): string =>
  'email' in sender ? sender.email : sender.domain;

const isSender = (kind: SenderKind, sender: SenderKey) =>
  and(eq(senderTables[kind].id, sender.id), inStore(senderTables[kind], sender));

/** Locks a sender, or throws 404. Its store's row is locked first, to avoid deadlocks. */
export async function lockSender<Kind extends SenderKind>(
  tx: Tx,
  kind: Kind,
  scope: StoreScope,
  id: string,
): Promise<SenderOf<Kind>> {
  const table: PgTable = senderTables[kind];
  const [found] = await tx
    .select()
    .from(table)
    .where(isSender(kind, { id, ...scope }))
    .for('update');
  if (!found) throw errors.senderNotFound(kind);
  return found as SenderOf<Kind>;
}

/** Locks a sender and its store, of which the merchant has to be a member; otherwise 404. */
export async function lockMemberSender<Kind extends SenderKind>(
  tx: Tx,
  kind: Kind,
  merchantId: string,
  id: string,
): Promise<{ store: MemberStore; sender: SenderOf<Kind> }> {
  const found = await findRowOfMember(tx, senderTables[kind], merchantId, id);
  if (!found) throw errors.senderNotFound(kind);
  const store = await lockMemberStore(tx, merchantId, found.storeId);
  return { store, sender: await lockSender(tx, kind, scopeOfStore(store), id) };
}

export const countSenders = (tx: Tx, kind: SenderKind, scope: StoreScope): Promise<number> =>
  tx.$count(senderTables[kind], inStore(senderTables[kind], scope));

/** The store's senders of one kind, oldest first. */
export async function listSenders<Kind extends SenderKind>(
  tx: Tx,
  kind: Kind,
  scope: StoreScope,
): Promise<SenderOf<Kind>[]> {
  const table = senderTables[kind];
  const rows = await tx
    .select()
    .from(table as PgTable)
    .where(inStore(table, scope))
    .orderBy(asc(table.createdAt), asc(table.id));
  return rows as SenderOf<Kind>[];
}

const unprovenRow = (store: Pick<Store, 'id' | 'merchantId'>, now: Date) => ({
  id: newId(),
  merchantId: store.merchantId,
  storeId: store.id,
  status: 'unproven' as const,
  createdAt: now,
  updatedAt: now,
});

/** Adds an unproven address; undefined if the store has it already. */
export async function insertSenderEmail(
  tx: Tx,
  store: Pick<Store, 'id' | 'merchantId'>,
  email: string,
  now: Date,
): Promise<SenderEmail | undefined> {
  const [row] = await tx
    .insert(senderEmails)
    .values({ ...unprovenRow(store, now), email })
    .onConflictDoNothing({ target: [senderEmails.storeId, senderEmails.email, senderEmails.merchantId] })
    .returning();
  return row;
}

/** The value that a domain has to publish: 128 random bits. */
const newDnsToken = (): string => randomBytes(16).toString('hex');

/** Adds an unproven domain, due for a DNS check; undefined if the store has it already. */
export async function insertSenderDomain(
  tx: Tx,
  store: Pick<Store, 'id' | 'merchantId'>,
  domain: string,
  now: Date,
): Promise<SenderDomain | undefined> {
  const [row] = await tx
    .insert(senderDomains)
    .values({ ...unprovenRow(store, now), domain, dnsToken: newDnsToken() })
    .onConflictDoNothing({ target: [senderDomains.storeId, senderDomains.domain, senderDomains.merchantId] })
    .returning();
  return row;
}

/** Updates a sender, or throws 404. */
export async function updateSender<Kind extends SenderKind>(
  tx: Tx,
  kind: Kind,
  sender: SenderKey,
  changes: Partial<SenderOf<Kind>> | Partial<CommonSender>,
  now: Date,
): Promise<SenderOf<Kind>> {
  const table: PgTable = senderTables[kind];
  const [saved] = await tx
    .update(table)
    .set({ ...changes, updatedAt: now })
    .where(isSender(kind, sender))
    .returning();
  if (!saved) throw errors.senderNotFound(kind);
  return saved as SenderOf<Kind>;
}

export const deleteSender = (tx: Tx, kind: SenderKind, sender: SenderKey) =>
  tx.delete(senderTables[kind]).where(isSender(kind, sender));
