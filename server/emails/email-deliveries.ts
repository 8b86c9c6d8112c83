/** A store's mailbox: emails with their status and content. Account emails belong to no store. */
import { and, desc, eq, getTableColumns, ilike, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { emails } from '#db/schema/index.ts';
import type { Environment } from '#server/domain/environments.ts';
import { errors } from '#server/domain/errors.ts';
import { isUuid } from '#server/domain/ids.ts';
import { type Email, findMembers, notifySender } from '#server/events/data/emails.ts';
import { type EmailKind, type EmailStatus, resentStatus } from '#server/events/rules/email.ts';
import { type Shown, shownOf } from '#server/events/rules/email-privacy.ts';
import {
  countRows,
  escapeLike,
  type FilterOf,
  inStores,
  type ListingOf,
  listRows,
  type ReadScope,
} from '#server/platform/data/listing.ts';
import { inStore, type StoreScope } from '#server/platform/data/merchant-scope.ts';
import { findOfMember, inMemberStores } from '#server/stores/stores.ts';

/** An email without its content. */
export type EmailDelivery = Omit<Email, 'body' | 'html' | 'content'>;

const { body: _body, html: _html, content: _content, ...delivery } = getTableColumns(emails);

const listed = {
  table: emails,
  leftOut: ['body', 'html', 'content'] as const,
  filters: {
    id: emails.id,
    storeId: emails.storeId,
    orderId: emails.orderId,
    kind: emails.kind,
    eventType: emails.kind,
    eventId: emails.eventId,
    recipient: emails.recipient,
    toAddress: emails.recipient,
    testMode: sql`(${emails.environment} = 'test')`,
    subject: emails.subject,
    status: emails.status,
    createdAt: emails.createdAt,
    sentAt: emails.sentAt,
  },
  sorts: { createdAt: emails.createdAt },
};

const visible = (scope: ReadScope): SQL | undefined =>
  and(inStores(emails, scope), eq(emails.environment, scope.environment));

/** One page of the emails in scope, for GraphQL. */
export const listEmailDeliveries = (
  tx: Tx,
  scope: ReadScope,
  listing: ListingOf<typeof listed>,
): Promise<EmailDelivery[]> => listRows(tx, listed, visible(scope), listing);

/** The number of emails that match the filter. */
export const countEmailDeliveries = (tx: Tx, scope: ReadScope, filter: FilterOf<typeof listed>): Promise<number> =>
  countRows(tx, listed, visible(scope), filter);

/** One email in scope, if it exists. */
export const findEmailDelivery = async (tx: Tx, scope: ReadScope, id: string): Promise<EmailDelivery | undefined> =>
  (
    await tx
      .select(delivery)
      .from(emails)
      .where(and(visible(scope), eq(emails.id, id)))
  )[0];

/** One environment of a store. */
export type MailboxScope = StoreScope & { readonly environment: Environment };

export interface EmailFilter {
  /** A part of the recipient's address or the subject. */
  readonly search?: string | undefined;
  readonly kind?: EmailKind | undefined;
  readonly status?: EmailStatus | undefined;
  readonly orderId?: string | undefined;
}

const inMailbox = ({ environment, ...store }: MailboxScope): SQL | undefined =>
  and(inStore(emails, store), eq(emails.environment, environment));

/** The store's emails that match the filter, newest first; `after` is the last one of the previous page. */
export async function listStoreEmails(
  tx: Tx,
  scope: MailboxScope,
  { search, kind, status, orderId }: EmailFilter,
  page: { readonly limit: number; readonly after?: string | undefined },
): Promise<EmailDelivery[]> {
  const start = page.after === undefined ? undefined : await findStoreEmail(tx, scope, page.after);
  const text = search && `%${escapeLike(search)}%`;
  const wanted = and(
    kind && eq(emails.kind, kind),
    status && eq(emails.status, status),
    orderId === undefined ? undefined : eq(emails.orderId, orderId),
    text ? or(ilike(emails.recipient, text), ilike(emails.subject, text)) : undefined,
    start && olderThan(start),
  );
  return await tx
    .select(delivery)
    .from(emails)
    .where(and(inMailbox(scope), wanted))
    .orderBy(desc(emails.createdAt), desc(emails.id))
    .limit(page.limit);
}

const olderThan = ({ createdAt, id }: Pick<Email, 'createdAt' | 'id'>): SQL | undefined =>
  and(lte(emails.createdAt, createdAt), or(lt(emails.createdAt, createdAt), lt(emails.id, id)));

const findStoreEmail = async (tx: Tx, scope: MailboxScope, id: string): Promise<Email | undefined> =>
  isUuid(id)
    ? (
        await tx
          .select()
          .from(emails)
          .where(and(inMailbox(scope), eq(emails.id, id)))
      )[0]
    : undefined;

/** One of the store's emails with the content that its members may read, if it exists. */
export async function readStoreEmail(
  tx: Tx,
  scope: MailboxScope,
  id: string,
): Promise<{ readonly email: EmailDelivery; readonly content: Shown } | undefined> {
  const email = await findStoreEmail(tx, scope, id);
  if (!email) return undefined;
  const { body, html, content, ...rest } = email;
  const isOwn = (await findMembers(tx, [{ scope, email }]))(scope, email);
  return { email: rest, content: shownOf({ ...rest, body, html, content }, isOwn) };
}

/** Locks an email of one of the merchant's stores; 404 for others. */
export async function lockMemberEmail(
  tx: Tx,
  memberId: string,
  environment: Environment,
  id: string,
): Promise<EmailDelivery & { readonly storeId: string; readonly merchantId: string }> {
  const found = await findOfMember(tx, memberId, async (merchantId) => {
    const isInStores = inMemberStores(tx, emails, { memberId, merchantId });
    const isThis = and(eq(emails.id, id), eq(emails.environment, environment), isInStores);
    return (await tx.select({ merchantId: emails.merchantId }).from(emails).where(isThis))[0];
  });
  if (!found) throw errors.emailNotFound();
  const [email] = await tx
    .select(delivery)
    .from(emails)
    .where(and(eq(emails.merchantId, found.merchantId), eq(emails.id, id)))
    .for('update');
  if (!email?.storeId || !email.merchantId) throw errors.emailNotFound();
  return { ...email, storeId: email.storeId, merchantId: email.merchantId };
}

/** Queues a locked email again, from its first attempt; 400 if it cannot be sent again. */
export async function queueAgain(tx: Tx, email: EmailDelivery, now: Date): Promise<EmailDelivery> {
  const status = resentStatus(email);
  const [queued] = await tx
    .update(emails)
    .set({ status, attempts: 0, nextAttemptAt: now })
    .where(and(eq(emails.id, email.id), eq(emails.merchantId, email.merchantId)))
    .returning(delivery);
  if (!queued) throw errors.emailNotFound();
  await notifySender(tx);
  return queued;
}
