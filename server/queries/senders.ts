/** Addresses and domains that a store may send from. Those of a deleted store do not exist. */
import { and, asc, count, desc, eq, gt, inArray, isNull, like, lte, not, or, sql } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import { emails, events, senderDomains, senderEmails, storeMembers, stores } from '../../db/schema/index.ts';
import { newId } from '../domain/ids.ts';
import {
  codeIntervalSeconds,
  codeTooSoon,
  codeTtlSeconds,
  domainCheckDays,
  domainCheckIntervalSeconds,
  mostAddressesPerDay,
  mostCodesPerDay,
  senderDaySeconds,
  tooManyAddresses,
  tooManyCodes,
  unansweredCheckIntervalSeconds,
  unansweredProblem,
} from '../domain/sender.ts';
import { codeDigestOf, newSenderCode } from '../domain/sender-code.ts';
import { quotedStoreName } from '../domain/store.ts';
import { errors } from '../errors.ts';
import { queueEmail } from './emails.ts';
import { lockMemberStore, type MemberStore, type Store } from './stores.ts';

export type SenderEmail = typeof senderEmails.$inferSelect;
export type SenderDomain = typeof senderDomains.$inferSelect;
export type SenderKind = 'email' | 'domain';

const tables = { email: senderEmails, domain: senderDomains } as const;

/** The store of a sender, where the merchant is a member of it. */
async function findSenderStore(
  tx: Tx,
  kind: SenderKind,
  merchantId: string,
  senderId: string,
): Promise<string | undefined> {
  const table = tables[kind];
  const [found] = await tx
    .select({ storeId: table.storeId })
    .from(table)
    .innerJoin(stores, and(eq(stores.id, table.storeId), isNull(stores.deletedAt)))
    .innerJoin(storeMembers, and(eq(storeMembers.storeId, stores.id), eq(storeMembers.merchantId, merchantId)))
    .where(eq(table.id, senderId));
  return found?.storeId;
}

/** The address, locked. Its store's row is locked before it, always in this order. */
export async function lockSenderEmail(tx: Tx, storeId: string, id: string): Promise<SenderEmail> {
  const [found] = await tx
    .select()
    .from(senderEmails)
    .where(and(eq(senderEmails.id, id), eq(senderEmails.storeId, storeId)))
    .for('update');
  if (!found) throw errors.senderNotFound('email');
  return found;
}

/** The domain, locked. Its store's row is locked before it, always in this order. */
export async function lockSenderDomain(tx: Tx, storeId: string, id: string): Promise<SenderDomain> {
  const [found] = await tx
    .select()
    .from(senderDomains)
    .where(and(eq(senderDomains.id, id), eq(senderDomains.storeId, storeId)))
    .for('update');
  if (!found) throw errors.senderNotFound('domain');
  return found;
}

/** An address of a store that the merchant is a member of, both locked; 404 where there is none. */
export async function lockMemberSenderEmail(
  tx: Tx,
  merchantId: string,
  id: string,
): Promise<{ store: MemberStore; sender: SenderEmail }> {
  const storeId = await findSenderStore(tx, 'email', merchantId, id);
  if (storeId === undefined) throw errors.senderNotFound('email');
  const store = await lockMemberStore(tx, merchantId, storeId);
  return { store, sender: await lockSenderEmail(tx, store.id, id) };
}

/** A domain of a store that the merchant is a member of, both locked; 404 where there is none. */
export async function lockMemberSenderDomain(
  tx: Tx,
  merchantId: string,
  id: string,
): Promise<{ store: MemberStore; sender: SenderDomain }> {
  const storeId = await findSenderStore(tx, 'domain', merchantId, id);
  if (storeId === undefined) throw errors.senderNotFound('domain');
  const store = await lockMemberStore(tx, merchantId, storeId);
  return { store, sender: await lockSenderDomain(tx, store.id, id) };
}

export const countSenders = async (tx: Tx, kind: SenderKind, storeId: string): Promise<number> =>
  (await tx.select({ rows: count() }).from(tables[kind]).where(eq(tables[kind].storeId, storeId)))[0]?.rows ?? 0;

/** The store's addresses, oldest first. */
export const listSenderEmails = (tx: Tx, storeId: string): Promise<SenderEmail[]> =>
  tx
    .select()
    .from(senderEmails)
    .where(eq(senderEmails.storeId, storeId))
    .orderBy(asc(senderEmails.createdAt), asc(senderEmails.id));

/** The store's domains, oldest first. */
export const listSenderDomains = (tx: Tx, storeId: string): Promise<SenderDomain[]> =>
  tx
    .select()
    .from(senderDomains)
    .where(eq(senderDomains.storeId, storeId))
    .orderBy(asc(senderDomains.createdAt), asc(senderDomains.id));

/** Adds an unproven address; undefined where the store has it already. */
export async function insertSenderEmail(
  tx: Tx,
  store: Pick<Store, 'id' | 'merchantId'>,
  email: string,
  now: Date,
): Promise<SenderEmail | undefined> {
  const [row] = await tx
    .insert(senderEmails)
    .values({
      id: newId(),
      merchantId: store.merchantId,
      storeId: store.id,
      email,
      status: 'unproven',
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoNothing({ target: [senderEmails.storeId, senderEmails.email] })
    .returning();
  return row;
}

/** Adds an unproven domain, due to be looked up; undefined where the store has it already. */
export async function insertSenderDomain(
  tx: Tx,
  store: Pick<Store, 'id' | 'merchantId'>,
  { domain, dnsToken }: { domain: string; dnsToken: string },
  now: Date,
): Promise<SenderDomain | undefined> {
  const [row] = await tx
    .insert(senderDomains)
    .values({
      id: newId(),
      merchantId: store.merchantId,
      storeId: store.id,
      domain,
      dnsToken,
      status: 'unproven',
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoNothing({ target: [senderDomains.storeId, senderDomains.domain] })
    .returning();
  return row;
}

export async function updateSenderEmail(
  tx: Tx,
  { id, storeId }: Pick<SenderEmail, 'id' | 'storeId'>,
  changes: Partial<SenderEmail>,
  now: Date,
): Promise<SenderEmail> {
  const [saved] = await tx
    .update(senderEmails)
    .set({ ...changes, updatedAt: now })
    .where(and(eq(senderEmails.id, id), eq(senderEmails.storeId, storeId)))
    .returning();
  if (!saved) throw errors.senderNotFound('email');
  return saved;
}

export async function updateSenderDomain(
  tx: Tx,
  { id, storeId }: Pick<SenderDomain, 'id' | 'storeId'>,
  changes: Partial<SenderDomain>,
  now: Date,
): Promise<SenderDomain> {
  const [saved] = await tx
    .update(senderDomains)
    .set({ ...changes, updatedAt: now })
    .where(and(eq(senderDomains.id, id), eq(senderDomains.storeId, storeId)))
    .returning();
  if (!saved) throw errors.senderNotFound('domain');
  return saved;
}

export const deleteSender = (
  tx: Tx,
  kind: SenderKind,
  { id, storeId }: Pick<SenderEmail | SenderDomain, 'id' | 'storeId'>,
) => tx.delete(tables[kind]).where(and(eq(tables[kind].id, id), eq(tables[kind].storeId, storeId)));

/**
 * 429 where the stores of that owner added as many addresses as there may be in 24 hours, whether or not they have them
 * still. Holds for one of the owner's stores at a time, until the transaction ends.
 */
export async function requireAddressLeft(tx: Tx, { merchantId }: Pick<Store, 'merchantId'>, now: Date): Promise<void> {
  // Two stores of one owner take turns here: each has locked only its own row.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`sender addresses of ${merchantId}`}, 0))`);
  const since = new Date(now.getTime() - senderDaySeconds * 1000);
  const owned = tx.select({ id: stores.id }).from(stores).where(eq(stores.merchantId, merchantId));
  const added = await tx
    .select({ createdAt: events.createdAt })
    .from(events)
    .where(
      and(
        inArray(events.storeId, owned),
        eq(events.environment, 'prod'),
        gt(events.createdAt, since),
        eq(events.type, 'sender.added'),
        sql`${events.data}->>'kind' = 'email'`,
      ),
    )
    .orderBy(desc(events.createdAt))
    .limit(mostAddressesPerDay);
  const oldest = added[mostAddressesPerDay - 1];
  // A call beside this one may have begun after it.
  if (oldest) throw tooManyAddresses(Math.min(secondsBetween(since, oldest.createdAt), senderDaySeconds));
}

const secondsBetween = (from: Date, to: Date): number => Math.ceil((to.getTime() - from.getTime()) / 1000);

const codeSubject = 'Your code for Counterfoil';

/**
 * Gives an unproven address a new code and emails it there; the code before it is void. 429 where an address, of
 * whichever store, was sent one less than a minute ago or five within 24 hours: nobody's mailbox is flooded by adding it
 * again and again, and nobody guesses for long.
 */
export async function sendSenderCode(
  tx: Tx,
  sender: SenderEmail,
  store: Pick<Store, 'name'>,
  now: Date,
): Promise<SenderEmail> {
  // Two stores that name the same address at once take turns here: each has locked only its own row.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${codeSubject}\n${sender.email}`}, 0))`);
  const dayAgo = new Date(now.getTime() - senderDaySeconds * 1000);
  const since = new Date(now.getTime() - codeIntervalSeconds * 1000);
  const recent = await tx
    .select({ createdAt: emails.createdAt })
    .from(emails)
    .where(and(gt(emails.createdAt, dayAgo), eq(emails.recipient, sender.email), eq(emails.subject, codeSubject)))
    .orderBy(desc(emails.createdAt))
    .limit(mostCodesPerDay);
  const [newest, oldest] = [recent[0], recent[mostCodesPerDay - 1]];
  if (oldest) throw tooManyCodes(Math.min(secondsBetween(dayAgo, oldest.createdAt), senderDaySeconds));
  if (newest && newest.createdAt > since) throw codeTooSoon(secondsBetween(since, newest.createdAt));
  const code = newSenderCode();
  const body = [
    `The code is ${code}`,
    '',
    `Somebody, probably you, wants the store ${quotedStoreName(store.name)} to send emails from this address. The code`,
    'shows that the address is theirs. It is good for 30 minutes. If it was not you, nothing has changed and nothing needs doing.',
  ].join('\n');
  await queueEmail(tx, { recipient: sender.email, subject: codeSubject, body }, now);
  const changes = {
    codeDigest: codeDigestOf(sender.id, code),
    codeExpiresAt: new Date(now.getTime() + codeTtlSeconds * 1000),
    codeAttempts: 0,
  };
  return await updateSenderEmail(tx, sender, changes, now);
}

/** A domain that still waits to be proven, locked; undefined where it was proven, revoked, or its store deleted. */
export async function lockUnprovenDomain(tx: Tx, id: string): Promise<SenderDomain | undefined> {
  const [found] = await tx
    .select({ domain: senderDomains })
    .from(senderDomains)
    .innerJoin(stores, and(eq(stores.id, senderDomains.storeId), isNull(stores.deletedAt)))
    .where(and(eq(senderDomains.id, id), eq(senderDomains.status, 'unproven')))
    .for('update', { of: senderDomains });
  return found?.domain;
}

/**
 * Claims the unproven domains that are due at `now`: those never looked up or asked for again, and for some days those
 * looked up some minutes ago; those for which nobody answered have to wait longer. Those that wait longest come first. A
 * claim counts as a look-up, so a worker that dies with it in hand only delays it.
 */
export async function claimDueDomains(tx: Tx, now: Date, limit: number): Promise<SenderDomain[]> {
  const before = (seconds: number) => new Date(now.getTime() - seconds * 1000);
  const due = await tx
    .select({ domain: senderDomains })
    .from(senderDomains)
    .innerJoin(stores, and(eq(stores.id, senderDomains.storeId), isNull(stores.deletedAt)))
    .where(
      and(
        eq(senderDomains.status, 'unproven'),
        or(
          isNull(senderDomains.checkedAt),
          and(
            lte(senderDomains.checkedAt, before(domainCheckIntervalSeconds)),
            or(
              isNull(senderDomains.checkProblem),
              not(like(senderDomains.checkProblem, unansweredProblem('%'))),
              lte(senderDomains.checkedAt, before(unansweredCheckIntervalSeconds)),
            ),
            gt(senderDomains.createdAt, before(domainCheckDays * 24 * 60 * 60)),
          ),
        ),
      ),
    )
    // Asking for a look-up again sets the row's time: whoever asks every minute does not overtake the others.
    .orderBy(asc(sql`coalesce(${senderDomains.checkedAt}, ${senderDomains.updatedAt})`), asc(senderDomains.id))
    .limit(limit)
    .for('update', { of: senderDomains, skipLocked: true });
  const ids = due.map(({ domain }) => domain.id);
  if (ids.length > 0) await tx.update(senderDomains).set({ checkedAt: now }).where(inArray(senderDomains.id, ids));
  return due.map(({ domain }) => ({ ...domain, checkedAt: now }));
}
