/** Emails of a test's own store. */
import { and, asc, eq, inArray } from 'drizzle-orm';
import { emails, eventOutbox, events } from '#db/schema/index.ts';
import { newId } from '#server/domain/ids.ts';
import { queueEmails } from '#server/emails/queue-emails.ts';
import type { Email } from '#server/events/data/emails.ts';
import { removeFromOutbox } from '#server/events/data/outbox.ts';
import { englishDraft, serviceLook } from '#server/events/rules/email-content.ts';
import type { EventType } from '#server/events/rules/registry.ts';
import { refersTo } from '#server/platform/data/merchant-scope.ts';
import { db, type TestMerchant } from './api.ts';

/** Inserts a sent order confirmation in test. `fields` override the defaults. */
export async function newEmail({ id: merchantId, store }: TestMerchant, fields: Partial<Email> = {}): Promise<Email> {
  const url = 'https://pay.example.com/shop/portal/orders/ORD_1';
  const parts = ['Thank you.', { kind: 'button', label: 'View order', url }] as const;
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

/** The events of refund requests. */
export const refundRequestEvents = [
  'refund_ticket.created',
  'refund_ticket.resubmitted',
  'refund_ticket.approved',
  'refund_ticket.rejected',
] as const;

/** The events that email merchants about operators' decisions. */
export const operatorEvents = [
  'account.suspended',
  'account.reinstated',
  'store.prod_enabled',
  'store.prod_disabled',
  'store.prod_suspended',
  'store.prod_reinstated',
  'kyb_ticket.succeeded',
  'kyb_ticket.rejected',
  'sender.bound',
  'sender.rejected',
] as const;

/** The events that email account owners. */
export const signInEvents = [
  'account.password_changed',
  'account.two_factor_enabled',
  'account.two_factor_disabled',
  'account.passkey_added',
] as const;

/** Queues the emails of the merchant's events of these types, like the relay does. */
export const emailEvents = ({ id }: { readonly id: string }, ...types: readonly EventType[]): Promise<void> =>
  db.transaction(async (tx) => {
    const waiting = await tx
      .select({ event: events })
      .from(eventOutbox)
      .innerJoin(events, refersTo(eventOutbox, eventOutbox.eventId, events))
      .where(and(eq(events.merchantId, id), inArray(events.type, types)))
      .orderBy(asc(eventOutbox.eventId))
      .for('update', { of: eventOutbox });
    await queueEmails.handle(
      tx,
      waiting.map(({ event }) => event),
      new Date(),
    );
    await removeFromOutbox(
      tx,
      id,
      waiting.map(({ event }) => event.id),
    );
  });
