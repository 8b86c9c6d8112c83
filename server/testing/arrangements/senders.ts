/** Arrangements of email senders. */
import { desc, eq } from 'drizzle-orm';
import { emails } from '#db/schema/index.ts';
import { actions } from '#server/actions/index.ts';
import { fromShortId } from '#server/domain/ids.ts';
import { db } from '../api.ts';
import { ageCounts } from '../daily-limits.ts';
import { type Arrange, callExample, succeed } from './calls.ts';

export const senderDomain: Arrange = async (merchant) => {
  const data = await callExample(merchant, 'sender-domain/add-domain');
  return { senderDomainId: data.senderDomain.id };
};

const aDay = 24 * 60 * 60;

/** All tests share the example's address: without the counted codes its limit does not apply. */
export const freeAddress: Arrange = async () => {
  await ageCounts(String(actions.get('sender-email/add-email')?.docs.example.email), aDay);
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
  await ageCounts(email, aDay);
  return { senderEmailId: data.id, senderCode };
};
