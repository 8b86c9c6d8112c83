/** Subscriptions under a test clock. Everything that happens to them has an explicit `now`. */
import { and, eq, inArray, isNull } from 'drizzle-orm';
import {
  checkoutSessions,
  orders,
  paymentMethods,
  payments,
  sandboxCharges,
  sandboxMethods,
  sandboxRefunds,
} from '#db/schema/index.ts';
import { cancelOrder } from '#server/actions/subscription-order/cancel-order.ts';
import { reactivateOrder } from '#server/actions/subscription-order/reactivate-order.ts';
import { runAction } from '#server/api/run-action.ts';
import { endSubscriptions } from '#server/billing/jobs/end-subscriptions.ts';
import type { RoundOptions } from '#server/billing/jobs/provider-round.ts';
import { settlePayments } from '#server/billing/jobs/settle-payments.ts';
import { parseStartedSubscription } from '#server/billing/orders/rules/order.ts';
import { changeMethod, type MethodChangeOptions } from '#server/billing/payment-methods/change-method.ts';
import { listOrderPayments, type Payment } from '#server/billing/payments/payments.ts';
import { type ApplyOptions, applyScheduledChanges } from '#server/billing/plan-changes/apply-scheduled-changes.ts';
import { type RenewalOptions, renewSubscriptions } from '#server/billing/subscriptions/charge-renewals.ts';
import { newId, toShortId } from '#server/domain/ids.ts';
import type { Action, Caller } from '#server/platform/action.ts';
import { settings } from '#server/platform/settings.ts';
import { db, newMerchant, newSubscriptionSession, pay, type TestMerchant } from '../api.ts';
import { setClock } from '../test-clock.ts';
import { eventsOf, eventTypesOf, orderOf } from './rows.ts';

export const cards = {
  good: '4242424242424242',
  other: '5555555555554444',
  declined: '4000000000000002',
  lost: '4000000000009987',
  askedLater: '4000002500003155',
  asks: '4000002760003184',
  processing: '4000009900004006',
  processingFails: '4000009900005003',
} as const;

const buyerEmail = 'buyer@example.com';

/** Creates a merchant whose store has a test clock. */
export async function newClockedMerchant(): Promise<TestMerchant> {
  const merchant = await newMerchant();
  await setClock(merchant, new Date());
  return merchant;
}

/** Runs the worker's jobs for this store alone, at any time. */
export function workerOf({ id, store }: TestMerchant) {
  const scope = { merchantId: id, storeId: store.id };
  return {
    renew: (now: Date, options: RenewalOptions = {}) => renewSubscriptions(db, now, { scope, ...options }),
    applyChanges: (now: Date, options: ApplyOptions = {}) => applyScheduledChanges(db, now, { scope, ...options }),
    settle: (now: Date, options: RoundOptions = {}) => settlePayments(db, now, { scope, ...options }),
    end: (now: Date) => endSubscriptions(db, now, scope),
  };
}

export interface SubscriptionOptions {
  readonly merchant?: TestMerchant;
  /** Fields of the product. The default is 18.00 USD a month. */
  readonly content?: Record<string, unknown>;
  /** Fields of the checkout session. */
  readonly fields?: Record<string, unknown>;
  readonly cardNumber?: string;
  /** The start. Defaults to the current time of the store. */
  readonly at?: Date;
}

/** Starts a subscription, paid by a buyer in Germany (19 % VAT). */
export async function newSubscription({
  merchant: owner,
  content = {},
  fields = {},
  cardNumber,
  at,
}: SubscriptionOptions = {}) {
  const merchant = owner ?? (await newClockedMerchant());
  if (at) await setClock(merchant, at);
  const { sessionId, productId } = await newSubscriptionSession(merchant, fields, content);
  await pay(merchant, sessionId, { email: buyerEmail, ...(cardNumber ? { cardNumber } : {}) });
  const read = async () => parseStartedSubscription(await orderOf(sessionId));
  const started = await read();
  const { id, storeId } = started;
  const caller: Caller = {
    kind: 'sessionToken',
    merchantId: merchant.id,
    storeId,
    store: { merchantId: started.merchantId, storeId },
    buyerIdentity: buyerEmail,
    environment: 'test',
  };
  const act = async (action: unknown, now: Date): Promise<void> => {
    await setClock(merchant, now);
    await runAction(db, settings(), { action: action as Action, caller, body: { orderId: toShortId('ORD', id) }, now });
  };
  return {
    ...workerOf(merchant),
    merchant,
    id,
    sessionId,
    productId,
    startedAt: started.startedAt,
    /** When the first renewal is due: the end of the first period or trial. */
    due: started.currentPeriodEnd,
    order: read,
    /** Oldest first. */
    payments: async () => (await listOrderPayments(db, started)).reverse(),
    /** The events, oldest first. */
    history: async () => await eventsOf(id),
    /** The event types of the subscription itself, without its payments'. */
    subscriptionEvents: async () => (await eventTypesOf(id)).filter((type) => type.startsWith('subscription.')),
    /** Called as the buyer. */
    cancel: (now: Date) => act(cancelOrder, now),
    reactivate: (now: Date) => act(reactivateOrder, now),
    change: (number: string, now: Date, options: MethodChangeOptions = {}) =>
      changeMethod(
        db,
        {
          store: merchant.store,
          order: started,
          method: { kind: 'card', card: { number, expiryMonth: 12, expiryYear: 2099, cvc: '123' } },
          returnUrl: `https://shop.example/${merchant.slug}/portal/orders/${id}/card`,
        },
        now,
        options,
      ),
    /** Replaces the saved card's behavior at the sandbox. */
    replaceCardNumber: (number: string) => replaceCardNumber(id, number),
  };
}

/** Makes the sandbox treat the saved card of an order as this number from now on. */
export async function replaceCardNumber(orderId: string, number: string): Promise<void> {
  const inUse = and(eq(paymentMethods.orderId, orderId), isNull(paymentMethods.replacedAt));
  const [method] = await db.select().from(paymentMethods).where(inUse);
  await db
    .update(sandboxMethods)
    .set({ number })
    .where(eq(sandboxMethods.id, method?.providerMethodId ?? ''));
}

export type TestSubscription = Awaited<ReturnType<typeof newSubscription>>;

/** Copies a subscription `count` times, without its payments. Returns the IDs. */
export async function copySubscription(
  { id, order }: { readonly id: string; readonly order: () => Promise<typeof orders.$inferSelect> },
  count: number,
): Promise<string[]> {
  const original = await order();
  const [session] = await db.select().from(checkoutSessions).where(eq(checkoutSessions.id, original.checkoutSessionId));
  const [method] = await db
    .select()
    .from(paymentMethods)
    .where(and(eq(paymentMethods.orderId, id), isNull(paymentMethods.replacedAt)));
  if (!session || !method) throw new Error('nothing to copy');
  const copies = Array.from({ length: count }, () => ({ orderId: newId(), sessionId: newId() }));
  await db.insert(checkoutSessions).values(copies.map(({ sessionId }) => ({ ...session, id: sessionId })));
  await db
    .insert(orders)
    .values(copies.map(({ orderId, sessionId }) => ({ ...original, id: orderId, checkoutSessionId: sessionId })));
  await db.insert(paymentMethods).values(copies.map(({ orderId }) => ({ ...method, id: newId(), orderId })));
  return copies.map(({ orderId }) => orderId);
}

/**
 * Returns what the sandbox has captured for a charge and not refunded. Undecided charges count with their later
 * outcome.
 */
export const capturedMinor = async ({ id }: Pick<Payment, 'id'>): Promise<number> =>
  (await capturedAmounts([id])).get(id) ?? 0;

/** Returns {@link capturedMinor} for many payment IDs. */
export async function capturedAmounts(ids: string[]): Promise<Map<string, number>> {
  const charges = await db.select().from(sandboxCharges).where(inArray(sandboxCharges.key, ids));
  const refunded = await db
    .select()
    .from(sandboxRefunds)
    .where(and(inArray(sandboxRefunds.chargeKey, ids), eq(sandboxRefunds.status, 'succeeded')));
  const amounts = new Map(ids.map((id) => [id, 0]));
  for (const { key, status, settledDeclineCode, amountMinor } of charges) {
    if (status === 'succeeded' || (status === 'processing' && settledDeclineCode === null))
      amounts.set(key, amountMinor);
  }
  for (const { chargeKey, amountMinor } of refunded)
    amounts.set(chargeKey, (amounts.get(chargeKey) ?? 0) - amountMinor);
  return amounts;
}

/** Returns the payments of a store, oldest first. */
export const paymentsOf = ({ store }: TestMerchant): Promise<Payment[]> =>
  db.select().from(payments).where(eq(payments.storeId, store.id)).orderBy(payments.createdAt, payments.attempt);
