/** Emails the service means to send. */
import { and, desc, eq, exists, or, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { columnsOf, hotRows, hotStatement, type Params, withNulls } from '#db/hot-statement.ts';
import { emails, merchants, storeMembers, stores } from '#db/schema/index.ts';
import type { Environment } from '#server/domain/environments.ts';
import { newId } from '#server/domain/ids.ts';
import { among } from '#server/platform/data/listing.ts';
import type { EmailContent, EmailKind } from '../rules/email.ts';

/** The NOTIFY channel that says an email was queued. */
export const emailsChannel = 'counterfoil_emails';

export type Email = typeof emails.$inferSelect;

export interface NewEmail {
  readonly kind: EmailKind;
  readonly recipient: string;
  readonly subject: string;
  readonly body: string;
  /** What its HTML is made from when it goes out; absent: it goes as plain text. */
  readonly content?: EmailContent;
  /** Whether somebody waits for it: a code, or a link to come in by. Those go out first. */
  readonly isUrgent?: boolean;
}

/** Whose business in which environment an email is, and which order and what event of it it is about, if any. */
export interface EmailScope {
  readonly merchantId: string;
  readonly storeId: string;
  readonly environment: Environment;
  readonly orderId?: string;
  readonly eventId?: string;
}

/** An account's email is no store's. Either way merchants take turns, however many emails one of them has. */
type Sender = EmailScope | { readonly merchantId: string; readonly storeId?: undefined };

export const ofStore = (
  { id, merchantId }: { readonly id: string; readonly merchantId: string },
  environment: Environment,
): EmailScope => ({ merchantId, storeId: id, environment });

/** About an order, and so of its store and environment. */
export const ofOrder = ({
  id,
  ...order
}: Omit<EmailScope, 'orderId' | 'eventId'> & { readonly id: string }): EmailScope => ({
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
export type OrderEmail = { readonly scope: EmailScope; readonly email: NewEmail } & (
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
    emails.filter(({ scope, to }) => scope.environment === 'test' && to === 'buyer'),
  );
  const rows = emails.map((each) => {
    const { scope, email } = each;
    const isOwn = each.to === 'merchant' ? !each.isOnTestClock : isMember(scope, email);
    const isSent = scope.environment === 'prod' || isOwn;
    return { sender: scope, email, status: isSent ? ('queued' as const) : ('kept' as const) };
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
): Promise<void> => queueOrderEmails(tx, [{ scope: { ...ofOrder(order), eventId }, email, to: 'buyer' }], now);

interface Addressed {
  readonly scope: EmailScope;
  readonly email: Pick<NewEmail, 'recipient'>;
}

/** Says of which of those emails the recipient is one of the store's own people. */
export async function findMembers(
  tx: Tx,
  emails: readonly Addressed[],
): Promise<(scope: Pick<EmailScope, 'storeId'>, email: Pick<NewEmail, 'recipient'>) => boolean> {
  if (emails.length === 0) return () => false;
  const addresses = [...new Set(emails.map(({ email }) => email.recipient.toLowerCase()))];
  const storeIds = [...new Set(emails.map(({ scope }) => scope.storeId))];
  const found = await ownPeople(tx, { addresses, storeIds });
  const members = new Set(found.map(({ storeId, email }) => `${storeId} ${email}`));
  return ({ storeId }, { recipient }) => members.has(`${storeId} ${recipient.toLowerCase()}`);
}

const ownPeople = hotStatement(
  (db, { storeIds, addresses }: Params<{ storeIds: readonly string[]; addresses: readonly string[] }>) => {
    const isMember = db
      .select({ one: sql`1` })
      .from(storeMembers)
      .where(and(eq(storeMembers.merchantId, merchants.id), eq(storeMembers.storeId, stores.id)));
    return db
      .select({ storeId: stores.id, email: merchants.email })
      .from(merchants)
      .innerJoin(stores, among(stores.id, storeIds))
      .where(and(among(merchants.email, addresses), or(eq(stores.ownerId, merchants.id), exists(isMember))));
  },
);

interface Row {
  readonly sender: Sender;
  readonly email: NewEmail;
  readonly status: 'queued' | 'kept';
}

async function insertEmails(tx: Tx, rows: readonly Row[], now: Date): Promise<void> {
  if (rows.length === 0) return;
  const made = rows.map(({ sender, email, status }) => {
    const { merchantId: queueMerchantId } = sender;
    const whose = sender.storeId === undefined ? { merchantId: queueMerchantId } : sender;
    const isUrgent = email.isUrgent ?? false;
    return withNulls(emails, {
      id: newId(),
      queueMerchantId,
      ...whose,
      ...email,
      isUrgent,
      status,
      attempts: 0,
      nextAttemptAt: now,
      createdAt: now,
    });
  });
  for (let start = 0; start < made.length; start += insertedAtOnce) {
    await insertion(tx, { now: now.toISOString() }, made.slice(start, start + insertedAtOnce));
  }
  if (rows.every(({ status }) => status === 'kept')) return;
  await notifySender(tx);
}

/** Each number of rows is a text of its own. */
const insertedAtOnce = 16;

const insertion = hotRows((db, { now }: Params<{ now: string }>, rows: readonly Params<Email>[]) => {
  const inRealTime = sql<Date>`least(${now}::timestamptz, now())`;
  const timesToo = rows.map((row) => ({ ...columnsOf(emails, row), nextAttemptAt: inRealTime, createdAt: inRealTime }));
  return db.insert(emails).values(timesToo);
});

/** Wakes the worker, at the commit and only then. */
export async function notifySender(tx: Tx): Promise<void> {
  await waking(tx, {});
}

const waking = hotStatement((db) =>
  db.select({ told: sql`told` }).from(sql`pg_notify(${sql.raw(`'${emailsChannel}'`)}, '') as told`),
);

/** The newest emails, for the operator; only those to one address where one is given. */
export const listEmails = (tx: Tx, recipient: string | undefined, limit: number): Promise<Email[]> =>
  tx
    .select()
    .from(emails)
    .where(recipient === undefined ? undefined : eq(emails.recipient, recipient.toLowerCase()))
    .orderBy(desc(emails.createdAt))
    .limit(limit);
