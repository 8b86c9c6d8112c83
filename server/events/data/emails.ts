/** The email queue. */
import { and, desc, eq, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { hotStatement, insertionOf, type Params, recordsIn, withNulls } from '#db/hot-statement.ts';
import { emails, merchants, storeMembers } from '#db/schema/index.ts';
import type { Environment } from '#server/domain/environments.ts';
import { newId } from '#server/domain/ids.ts';
import { among } from '#server/platform/data/listing.ts';
import { everyMerchant } from '#server/platform/data/merchant-scope.ts';
import type { EmailContent, EmailKind } from '../rules/email.ts';

/** The NOTIFY channel for queued emails. */
export const emailsChannel = 'counterfoil_emails';

export type Email = typeof emails.$inferSelect;

export interface NewEmail {
  readonly kind: EmailKind;
  readonly recipient: string;
  readonly subject: string;
  /** Plain text. */
  readonly body: string;
  /** The HTML is rendered from it when the email is sent. Absent: plain text only. */
  readonly content?: EmailContent;
  /** A person waits for it: a code, or a link that signs in. Urgent emails are sent first. */
  readonly isUrgent?: boolean;
}

/** The store and environment of an email, and the order and event that it is about. */
export interface EmailScope {
  readonly merchantId: string;
  readonly storeId: string;
  readonly environment: Environment;
  readonly orderId?: string;
  readonly eventId?: string;
}

/** The account of an email that is not about a store. */
interface AccountScope {
  readonly merchantId: string;
  readonly storeId?: undefined;
}

export const ofStore = (
  { id, merchantId }: { readonly id: string; readonly merchantId: string },
  environment: Environment,
): EmailScope => ({ merchantId, storeId: id, environment });

export const ofOrder = ({
  id,
  ...order
}: Omit<EmailScope, 'orderId' | 'eventId'> & { readonly id: string }): EmailScope => ({
  merchantId: order.merchantId,
  storeId: order.storeId,
  environment: order.environment,
  orderId: id,
});

/** An email with its rule for the test environment, where anyone can buy with anyone's address. */
export interface EmailToQueue {
  readonly scope: EmailScope | AccountScope;
  readonly email: NewEmail;
  /** Who may receive it in the test environment; for others it stays in the mailbox. Absent: anyone. */
  readonly inTest?: 'members' | 'none';
}

/**
 * Queues an email; the worker sends it after the commit. `now` may be the time of a test clock: the email is dated and sent
 * in real time nevertheless.
 */
export const queueEmail = (tx: Tx, scope: EmailScope | AccountScope, email: NewEmail, now: Date): Promise<void> =>
  insertEmails(tx, [{ scope, email, status: 'queued' }], now);

/** Queues several emails in that order. */
export async function queueEmails(tx: Tx, entries: readonly EmailToQueue[], now: Date): Promise<void> {
  const forMembers = entries.flatMap(({ scope, email, inTest }) =>
    isTest(scope) && inTest === 'members' ? [{ scope, email }] : [],
  );
  const isMember = await findMembers(tx, forMembers);
  const rows = entries.map(({ scope, email, inTest }) => {
    const isKept = isTest(scope) && inTest && (inTest === 'none' || !isMember(scope, email));
    return { scope, email, status: isKept ? ('kept' as const) : ('queued' as const) };
  });
  await insertEmails(tx, rows, now);
}

const isTest = (scope: EmailScope | AccountScope): scope is EmailScope =>
  scope.storeId !== undefined && scope.environment === 'test';

interface Addressed {
  readonly scope: EmailScope;
  readonly email: Pick<NewEmail, 'recipient'>;
}

/** Returns a test of whether an email's recipient is a member of its store. */
export async function findMembers(
  tx: Tx,
  emails: readonly Addressed[],
): Promise<(scope: Pick<EmailScope, 'storeId'>, email: Pick<NewEmail, 'recipient'>) => boolean> {
  if (emails.length === 0) return () => false;
  const addresses = [...new Set(emails.map(({ email }) => email.recipient.toLowerCase()))];
  const storeIds = [...new Set(emails.map(({ scope }) => scope.storeId))];
  const found = await memberRows(tx, { addresses, storeIds });
  const members = new Set(found.map(({ storeId, email }) => `${storeId} ${email}`));
  return ({ storeId }, { recipient }) => members.has(`${storeId} ${recipient.toLowerCase()}`);
}

const memberRows = hotStatement(
  (db, { storeIds, addresses }: Params<{ storeIds: readonly string[]; addresses: readonly string[] }>) =>
    db
      .select({ storeId: storeMembers.storeId, email: merchants.email })
      .from(merchants)
      .innerJoin(storeMembers, eq(storeMembers.merchantId, merchants.id))
      .where(and(among(merchants.email, addresses), among(storeMembers.storeId, storeIds))),
);

interface Row {
  readonly scope: EmailScope | AccountScope;
  readonly email: NewEmail;
  readonly status: 'queued' | 'kept';
}

async function insertEmails(tx: Tx, rows: readonly Row[], now: Date): Promise<void> {
  if (rows.length === 0) return;
  const inserted = rows.map(({ scope, email, status }) => {
    const { merchantId } = scope;
    const isUrgent = email.isUrgent ?? false;
    return withNulls(emails, {
      id: newId(),
      queueMerchantId: merchantId,
      ...(scope.storeId === undefined ? { merchantId } : scope),
      ...email,
      isUrgent,
      status,
      attempts: 0,
      nextAttemptAt: now,
      createdAt: now,
    });
  });
  await insertion(tx, { now: now.toISOString(), records: recordsIn(emails, inserted) });
  if (rows.every(({ status }) => status === 'kept')) return;
  await notifySender(tx);
}

const insertion = hotStatement((db, { now, records }: Params<{ now: string; records: string }>) => {
  const inRealTime = sql`least(${now}::timestamptz, now())`;
  const statement = insertionOf(emails, records, { nextAttemptAt: inRealTime, createdAt: inRealTime });
  return { prepare: () => db.execute(statement) };
});

/** Notifies the worker at the commit. */
export async function notifySender(tx: Tx): Promise<void> {
  await notification(tx, {});
}

const notification = hotStatement((db) =>
  db.select({ sent: sql`sent` }).from(sql`pg_notify(${sql.raw(`'${emailsChannel}'`)}, '') as sent`),
);

/** The newest emails, for the operator; of one recipient, if given. An email's ID begins with its time. */
export const listEmails = (tx: Tx, recipient: string | undefined, limit: number): Promise<Email[]> =>
  tx
    .select()
    .from(emails)
    .where(and(everyMerchant, recipient === undefined ? undefined : eq(emails.recipient, recipient.toLowerCase())))
    .orderBy(desc(emails.id))
    .limit(limit);
