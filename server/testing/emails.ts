/** Emails of a test's own store, in whatever state they are wanted. */
import { emails } from '#db/schema/index.ts';
import { newId } from '#server/domain/ids.ts';
import type { Email } from '#server/events/data/emails.ts';
import { englishDraft, serviceLook } from '#server/events/rules/email-content.ts';
import { db, type TestMerchant } from './api.ts';

/** An order confirmation in test that has been sent, unless `fields` say otherwise. */
export async function newEmail({ id: merchantId, store }: TestMerchant, fields: Partial<Email> = {}): Promise<Email> {
  const url = 'https://pay.example.com/shop/portal/orders/ORD_1';
  const parts = ['Thank you.', { kind: 'button', label: 'Open your order', url }] as const;
  const [email] = await db
    .insert(emails)
    .values({
      id: newId(),
      merchantId,
      storeId: store.id,
      environment: 'test',
      kind: 'order_confirmation',
      recipient: 'buyer@example.com',
      ...englishDraft(serviceLook, { subject: 'Your order', parts }),
      queueMerchantId: merchantId,
      status: 'sent',
      attempts: 1,
      nextAttemptAt: new Date(),
      createdAt: new Date(),
      ...fields,
    })
    .returning();
  if (!email) throw new Error('insert returned no email');
  return email;
}
