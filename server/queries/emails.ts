/** Emails the service means to send. */
import { and, desc, eq, exists, or, type SQL, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Tx } from '../../db/client.ts';
import { fixedStatement, valuesFor } from '../../db/fixed-statement.ts';
import { emails, merchants, storeMembers, stores } from '../../db/schema/index.ts';
import { type EmailKind, type Letter, nextEmailStatus } from '../domain/email.ts';
import type { Environment } from '../domain/environments.ts';
import { newId } from '../domain/ids.ts';
import { among } from './listing.ts';

/** The NOTIFY channel that says an email was queued. */
export const emailsChannel = 'counterfoil_emails';

export type Email = typeof emails.$inferSelect;

export interface NewEmail {
  readonly kind: EmailKind;
  readonly recipient: string;
  readonly subject: string;
  readonly body: string;
  /** What its HTML is made from when it goes out; absent: it goes as plain text. */
  readonly letter?: Letter;
  /** Whether somebody waits for it: a code, or a link to come in by. Those go out first. */
  readonly isUrgent?: boolean;
}

/** Whose business in which environment an email is, and which order and what event of it it is about, if any. */
export interface EmailPlace {
  readonly merchantId: string;
  readonly storeId: string;
  readonly environment: Environment;
  readonly orderId?: string;
  readonly eventId?: string;
}

/** An account's email is no store's. Either way merchants take turns, however many emails one of them has. */
type Sender = EmailPlace | { readonly merchantId: string; readonly storeId?: undefined };

export const ofStore = (
  { id, merchantId }: { readonly id: string; readonly merchantId: string },
  environment: Environment,
): EmailPlace => ({ merchantId, storeId: id, environment });

/** About an order, and so of its store and environment. */
export const ofOrder = ({
  id,
  ...order
}: Omit<EmailPlace, 'orderId' | 'eventId'> & { readonly id: string }): EmailPlace => ({
  merchantId: order.merchantId,
  storeId: order.storeId,
  environment: order.environment,
  orderId: id,
});

/**
 * Writes an email down; the worker sends it after the commit. `now` may be a store's own time, ahead of everybody's: it
 * is dated and goes out in real time all the same.
 */
export const queueEmail = (tx: Tx, sender: Sender, email: NewEmail, now: Date): Promise<void> =>
  insertEmails(tx, [{ sender, email, status: 'queued' }], now);

/** An email that follows from what happened to an order: a buyer's letter, or a notice to the merchant. */
export type OrderEmail = { readonly place: EmailPlace; readonly email: NewEmail } & (
  | { readonly to: 'buyer' }
  | { readonly to: 'merchant'; readonly isOnTestClock: boolean }
);

/**
 * Writes down what buyers and merchants are told of orders, in that order. Anybody can buy in test with anybody's address,
 * and make years pass in seconds: there letters leave the machine to the store's own people only, and notices to its owner
 * while no test clock is set; all else is kept in the mailbox.
 */
export async function queueOrderEmails(tx: Tx, emails: readonly OrderEmail[], now: Date): Promise<void> {
  const isMember = await findMembers(
    tx,
    emails.filter(({ place, to }) => place.environment === 'test' && to === 'buyer'),
  );
  const rows = emails.map((each) => {
    const { place, email } = each;
    const isOwn = each.to === 'merchant' ? !each.isOnTestClock : isMember(place, email);
    const isSent = place.environment === 'prod' || isOwn;
    return { sender: place, email, status: isSent ? ('queued' as const) : ('kept' as const) };
  });
  await insertEmails(tx, rows, now);
}

/** The same for one email to a buyer, about that event. */
export const queueBuyerEmail = (
  tx: Tx,
  order: Parameters<typeof ofOrder>[0],
  eventId: string,
  email: NewEmail,
  now: Date,
): Promise<void> => queueOrderEmails(tx, [{ place: { ...ofOrder(order), eventId }, email, to: 'buyer' }], now);

interface Addressed {
  readonly place: EmailPlace;
  readonly email: Pick<NewEmail, 'recipient'>;
}

/** Says of which of those emails the recipient is one of the store's own people. */
export async function findMembers(
  tx: Tx,
  emails: readonly Addressed[],
): Promise<(place: Pick<EmailPlace, 'storeId'>, email: Pick<NewEmail, 'recipient'>) => boolean> {
  if (emails.length === 0) return () => false;
  const addresses = [...new Set(emails.map(({ email }) => email.recipient.toLowerCase()))];
  const storeIds = [...new Set(emails.map(({ place }) => place.storeId))];
  const found = await ownPeople(tx, { addresses, storeIds });
  const members = new Set(found.map(({ storeId, email }) => `${storeId} ${email}`));
  return ({ storeId }, { recipient }) => members.has(`${storeId} ${recipient.toLowerCase()}`);
}

const ownPeople = fixedStatement((db) => {
  const isMember = db
    .select({ one: sql`1` })
    .from(storeMembers)
    .where(and(eq(storeMembers.merchantId, merchants.id), eq(storeMembers.storeId, stores.id)));
  return db
    .select({ storeId: stores.id, email: merchants.email })
    .from(merchants)
    .innerJoin(stores, among(stores.id, sql.placeholder('storeIds')))
    .where(
      and(among(merchants.email, sql.placeholder('addresses')), or(eq(stores.ownerId, merchants.id), exists(isMember))),
    );
});

interface Row {
  readonly sender: Sender;
  readonly email: NewEmail;
  readonly status: 'queued' | 'kept';
}

async function insertEmails(tx: Tx, rows: readonly Row[], now: Date): Promise<void> {
  if (rows.length === 0) return;
  for (let start = 0; start < rows.length; start += insertedAtOnce) {
    const some = rows.slice(start, start + insertedAtOnce);
    const values = some.flatMap(({ sender, email, status }, place) => {
      const { merchantId: turnOf } = sender;
      const whose = sender.storeId === undefined ? { merchantId: turnOf } : sender;
      const isUrgent = email.isUrgent ?? false;
      const row = { id: newId(), turnOf, ...whose, ...email, isUrgent, status, attempts: 0 };
      return Object.entries(row).map(([name, value]) => [nameAt(name, place), value]);
    });
    await insertionOf(some.length)(tx, { ...Object.fromEntries(values), now: now.toISOString() });
  }
  if (rows.every(({ status }) => status === 'kept')) return;
  await wakeSender(tx);
}

/** Each number of rows is a text of its own. */
const insertedAtOnce = 16;
const insertions = new Map<number, ReturnType<typeof drawInsertion>>();

/** What a row's value is called in the statement for several. */
const nameAt = (name: string, place: number): string => `${name} ${place}`;

function insertionOf(count: number): ReturnType<typeof drawInsertion> {
  const insertion = insertions.get(count) ?? drawInsertion(count);
  insertions.set(count, insertion);
  return insertion;
}

const drawInsertion = (count: number) =>
  fixedStatement((db) => {
    const inRealTime = sql<Date>`least(${sql.placeholder('now')}::timestamptz, now())`;
    const names = Object.keys(valuesFor(emails, ['nextAttemptAt', 'createdAt']));
    const rows = Array.from({ length: count }, (_, place) => {
      const values = names.map((name) => [name, sql.placeholder(nameAt(name, place))]);
      return { ...Object.fromEntries(values), nextAttemptAt: inRealTime, createdAt: inRealTime };
    });
    return db.insert(emails).values(rows);
  });

/** Wakes the worker, at the commit and only then. */
export async function wakeSender(tx: Tx): Promise<void> {
  await waking(tx, {});
}

const waking = fixedStatement((db) =>
  db.select({ told: sql`told` }).from(sql`pg_notify(${sql.raw(`'${emailsChannel}'`)}, '') as told`),
);

/** How long to wait after each try that failed; there is one more try than there are waits. */
const waitsMs = [30, 120, 600, 3600, 21_600].map((seconds) => seconds * 1000);

const mostTries = waitsMs.length + 1;

/** How often an email is tried whose recipient the mail server refuses for good: some say so who are only busy. */
const triesRefused = 3;

/** How long a claim holds: longer than any try takes, so that nobody sends what another has in hand. */
export const emailLeaseMs = 300_000;

/** Whose turn it was last, among the urgent emails and among the others. */
export interface Turns {
  urgent: string | null;
  usual: string | null;
}

/**
 * Claims the email whose turn it is: the urgent ones before the others, of those the next merchant's, of theirs the one
 * that is due longest. Notes the turn, counts the attempt and puts the next one off until the lease is over: a worker that
 * dies with it in hand only delays it, and one that workers died with as often as it may be tried is given up. Undefined
 * where none is due.
 */
export async function claimDueEmail(tx: Tx, turns: Turns, now: Date): Promise<Email | undefined> {
  for (const turn of ['urgent', 'usual'] as const) {
    let due = await findNextEmail(tx, turn, turns[turn], now);
    while (due && due.attempts >= mostTries) {
      await giveUpUntold(tx, due);
      due = await findNextEmail(tx, turn, turns[turn], now);
    }
    if (!due) continue;
    const claim = { attempts: due.attempts + 1, nextAttemptAt: new Date(now.getTime() + emailLeaseMs) };
    const [claimed] = await claiming(tx, { ...claim, id: due.id });
    if (claimed) turns[turn] = claimed.turnOf;
    return claimed;
  }
  return undefined;
}

const claiming = fixedStatement((db) => {
  const claim = { attempts: sql.placeholder('attempts'), nextAttemptAt: sql.placeholder('nextAttemptAt') };
  return db
    .update(emails)
    .set(claim as unknown as PgUpdateSetSource<typeof emails>)
    .where(eq(emails.id, sql.placeholder('id')))
    .returning();
});

/** The due email of the next merchant after that one, or else of the first. */
async function findNextEmail(tx: Tx, turn: keyof Turns, last: string | null, now: Date) {
  const next = last === null ? undefined : await findDueEmail(tx, turn, last, now);
  return next ?? (await findDueEmail(tx, turn, null, now));
}

/** Nobody came back to say what became of any of its tries. */
const giveUpUntold = (tx: Tx, { id }: { readonly id: string }) =>
  tx
    .update(emails)
    .set({ status: nextEmailStatus('queued', 'give_up'), lastError: 'The service stopped while it was sending this' })
    .where(eq(emails.id, id));

/**
 * Locks the email that is due longest of the first merchant after that one (null: of all) who has one due. Goes from
 * merchant to merchant by the index, so that nobody's queue is read to its end.
 */
async function findDueEmail(
  tx: Tx,
  turn: keyof Turns,
  after: string | null,
  now: Date,
): Promise<{ id: string; attempts: number } | undefined> {
  const values = { now: now.toISOString() };
  const [due] = await (after === null ? dueOf[turn](tx, values) : dueAfter[turn](tx, { ...values, after }));
  return due;
}

const findingDue = (turn: keyof Turns, later: SQL) =>
  fixedStatement((db) => {
    const mine = sql`status = 'queued' and is_urgent = ${sql.raw(String(turn === 'urgent'))}`;
    const next = (those: SQL) => sql`select turn_of from emails where ${mine} and ${those} order by turn_of limit 1`;
    const found = sql`(
      with recursive merchant as (
        (${next(later)})
        union all
        select (${next(sql`turn_of > merchant.turn_of`)}) from merchant where merchant.turn_of is not null
      )
      select mine.id, mine.attempts from merchant cross join lateral (
        select id, attempts from emails
        where ${mine} and turn_of = merchant.turn_of and next_attempt_at <= ${sql.placeholder('now')}::timestamptz
        order by next_attempt_at limit 1 for update skip locked
      ) as mine limit 1
    ) as due`;
    return db.select({ id: sql<string>`due.id`, attempts: sql<number>`due.attempts` }).from(found);
  });

const ofAll = sql`true`;
const dueOf = { urgent: findingDue('urgent', ofAll), usual: findingDue('usual', ofAll) };
const afterThat = sql`turn_of > ${sql.placeholder('after')}::uuid`;
const dueAfter = { urgent: findingDue('urgent', afterThat), usual: findingDue('usual', afterThat) };

/** In the status in which it was claimed: another worker may have sent it since, where this one stood still. */
const stillOpen = ({ id, status }: Email) => and(eq(emails.id, id), eq(emails.status, status));

/** Notes that a claimed email went out, and as what. */
export const markEmailSent = (
  tx: Tx,
  { id, status }: Email,
  { html, isMailbox }: { readonly html: string | null; readonly isMailbox: boolean },
  now: Date,
) => {
  const event = isMailbox ? 'lack_server' : 'send';
  return markingSent(tx, {
    id,
    was: status,
    status: nextEmailStatus(status, event),
    sentAt: isMailbox ? null : now,
    html,
  });
};

const markingSent = fixedStatement((db) => {
  const sent = { status: sql.placeholder('status'), sentAt: sql.placeholder('sentAt'), html: sql.placeholder('html') };
  return db
    .update(emails)
    .set({ ...sent, lastError: null } as unknown as PgUpdateSetSource<typeof emails>)
    .where(and(eq(emails.id, sql.placeholder('id')), eq(emails.status, sql.placeholder('was'))));
});

/**
 * Notes why an attempt failed, in words that the store's people may read, and when the next one is. The email is given up
 * after the sixth, after the third where the server `isRefusing` its recipient for good. Nothing where another has
 * claimed it since.
 */
export function markEmailUnsent(
  tx: Tx,
  email: Email,
  { reason, isRefusing }: { readonly reason: string; readonly isRefusing: boolean },
  now: Date,
) {
  const waitMs = isRefusing && email.attempts >= triesRefused ? undefined : waitsMs[email.attempts - 1];
  const next =
    waitMs === undefined
      ? { status: nextEmailStatus(email.status, 'give_up') }
      : { nextAttemptAt: new Date(now.getTime() + waitMs) };
  const stillClaimed = and(stillOpen(email), eq(emails.nextAttemptAt, email.nextAttemptAt));
  return tx
    .update(emails)
    .set({ ...next, lastError: reason })
    .where(stillClaimed);
}

/** The newest emails, for the operator; only those to one address where one is given. */
export const listEmails = (tx: Tx, recipient: string | undefined, limit: number): Promise<Email[]> =>
  tx
    .select()
    .from(emails)
    .where(recipient === undefined ? undefined : eq(emails.recipient, recipient.toLowerCase()))
    .orderBy(desc(emails.createdAt))
    .limit(limit);
