/** Subscriptions under a test clock, and the emails to their buyers. */
import { randomUUID } from 'node:crypto';
import { asc, eq } from 'drizzle-orm';
import { emails, orders } from '#db/schema/index.ts';
import { type Order, parseOrder, type StartedSubscription } from '#server/billing/orders/rules/order.ts';
import { paymentEvent } from '#server/billing/payments/payments.ts';
import { renewSubscriptions } from '#server/billing/subscriptions/charge-renewals.ts';
import { remindBuyers } from '#server/billing/subscriptions/reminders.ts';
import { planRecovery, recordUnpaid } from '#server/billing/subscriptions/renewal-unpaid.ts';
import { recordEvent } from '#server/events/data/events.ts';
import { type Language, readLocale } from '#server/i18n/languages.ts';
import { englishVoice, voiceFor } from '#server/i18n/say.ts';
import { db, newSubscriptionSession, pay, type TestMerchant } from '../api.ts';
import { emailEvents } from '../emails.ts';
import { setClock } from '../test-clock.ts';
import { orderOf } from './rows.ts';

/** Test cards that pass at the checkout. */
export const cards = {
  works: '4242 4242 4242 4242',
  declinedLater: '4000 0000 0000 0341',
  askedLater: '4000 0025 0000 3155',
  challenge: '4000 0027 6000 3184',
} as const;

interface SubscriptionOptions {
  readonly card?: string;
  readonly language?: Language | 'de-AT';
  readonly buyerIdentity?: string;
  /** Fields of the product. */
  readonly content?: Record<string, unknown>;
  /** Fields of the form. */
  readonly fields?: Record<string, string>;
}

/** Starts a subscription in a store and stops the store's test clock. */
export async function newSubscription(merchant: TestMerchant, options: SubscriptionOptions = {}) {
  const { card = cards.works, language, buyerIdentity, content = {}, fields = {} } = options;
  const email = `${randomUUID()}@example.com`;
  const { sessionId } = await newSubscriptionSession(merchant, {}, content);
  const locale = language === undefined ? undefined : readLocale(language);
  const voice = locale ? voiceFor(locale) : englishVoice;
  await pay(merchant, sessionId, { email, cardNumber: card, ...fields }, { voice });
  if (buyerIdentity) await db.update(orders).set({ buyerIdentity }).where(eq(orders.checkoutSessionId, sessionId));
  await setClock(merchant, new Date());
  const read = async (): Promise<Order> => parseOrder(await orderOf(sessionId));
  return { email, sessionId, read, id: (await read()).id };
}

export type TestSubscription = Awaited<ReturnType<typeof newSubscription>>;

/** Charges the renewals of the store that are due at this time. */
export async function renewAt(merchant: TestMerchant, at: Date): Promise<void> {
  await setClock(merchant, at);
  await renewSubscriptions(db, at, { scope: { merchantId: merchant.id, storeId: merchant.store.id } });
  await emailEvents(merchant, 'payment.failed', 'subscription.charge_skipped', 'subscription.canceled');
}

/** Sends the reminders of the store that are due at this time. */
export async function remindAt(merchant: TestMerchant, at: Date): Promise<number> {
  await setClock(merchant, at);
  const reminded = await remindBuyers(db, at, { merchantId: merchant.id, storeId: merchant.store.id });
  await emailEvents(merchant, 'subscription.reminded');
  return reminded;
}

/** Starts a subscription and lets its first renewal fail. */
export async function newPastDue(merchant: TestMerchant, options: SubscriptionOptions = {}) {
  const subscription = await newSubscription(merchant, { card: cards.declinedLater, ...options });
  await renewAt(merchant, (await subscription.read()).nextChargeAt as Date);
  return subscription;
}

/** Records that the second period's charge on this payment method was declined. */
export async function declineRenewal(order: StartedSubscription, paymentMethodId: string | null): Promise<void> {
  const failed = { id: randomUUID(), paymentMethodId, periodNumber: 2 };
  const [actor, code, now] = [{ kind: 'worker', by: 'test' } as const, 'card_declined', new Date()];
  await db.transaction(async (tx) => {
    const recovery = await planRecovery(tx, order, failed, code, now);
    const data = { failureCode: code, ...recovery?.data };
    await recordEvent(tx, paymentEvent(order, actor, failed)('payment.failed', data), now);
    await recordUnpaid(tx, order, actor, failed, { code, recovery }, now);
  });
}

/** Returns the emails to an address, oldest first. */
export const emailsTo = (recipient: string) =>
  db.select().from(emails).where(eq(emails.recipient, recipient)).orderBy(asc(emails.createdAt), asc(emails.id));

/** Returns the payment recovery URL in an email, or an empty string. */
export const recoveryUrlIn = (email: { body: string } | undefined): string =>
  /^https?:\S+\/portal\/fix(?:\?\S+)?#link=\S+$/m.exec(email?.body ?? '')?.[0] ?? '';

/** Returns the token that a recovery URL passes to its page. */
export const recoveryTokenIn = (address: string): string =>
  new URLSearchParams(new URL(address).hash.slice(1)).get('link') ?? '';
