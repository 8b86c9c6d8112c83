/** Arrangements of email senders. */
import { desc, eq } from 'drizzle-orm';
import { emails } from '#db/schema/index.ts';
import { actions } from '#server/actions/index.ts';
import { fromShortId } from '#server/domain/ids.ts';
import { db } from '../api.ts';
import { type Arrange, callExample, succeed } from './calls.ts';

export const senderDomain: Arrange = async (merchant) => {
  const data = await callExample(merchant, 'sender-domain/add-domain');
  return { senderDomainId: data.senderDomain.id };
};

/** All tests share the example's address. Backdating the latest code by a day avoids its rate limit. */
export const freeAddress: Arrange = async () => {
  const input = actions.get('sender-email/add-email')?.docs.example.email;
  const aDayAgo = new Date(Date.now() - 25 * 60 * 60 * 1000);
  await db
    .update(emails)
    .set({ createdAt: aDayAgo })
    .where(eq(emails.recipient, String(input)));
  return {};
};

export const senderEmail: Arrange = async (merchant) => {
  const email = `${fromShortId('MER', merchant.merchantId)}@example.com`;
  const { senderEmail: data } = await succeed(merchant, 'sender-email/add-email', { storeId: merchant.storeId, email });
  const [sent] = await db
    .select()
    .from(emails)
    .where(eq(emails.recipient, email))
    .orderBy(desc(emails.createdAt), desc(emails.id));
  const senderCode = /\b\d{6}\b/.exec(sent?.body ?? '')?.[0] ?? '';
  const aDayAgo = new Date(Date.now() - 25 * 60 * 60 * 1000);
  await db.update(emails).set({ createdAt: aDayAgo }).where(eq(emails.recipient, email));
  return { senderEmailId: data.id, senderCode };
};
