/** Confirms a plan change: charges what its quote says, or schedules it. (docs/behavior/plan-changes.md) */
import type { Database, Tx } from '#db/client.ts';
import { cancelOnError } from '#server/billing/card-testing/admit.ts';
import { type Order, type OrderTerms, saveOrderTerms, saveQuoteOfOrder } from '#server/billing/orders/orders.ts';
import type { SubscriptionOrder } from '#server/billing/orders/rules/order.ts';
import { openSessionOrder } from '#server/billing/orders/session-orders.ts';
import { findMethodInUse, type StoredMethod } from '#server/billing/payment-methods/payment-methods.ts';
import { answerBuyer, type PayResult } from '#server/billing/payments/answer-buyer.ts';
import { referenceOf } from '#server/billing/payments/apply-charge-outcome.ts';
import { endWaitingPayment, isBeingPaid, type Payment } from '#server/billing/payments/payments.ts';
import { recordCreditPayment } from '#server/billing/payments/record-outcome.ts';
import { findStoreProvider } from '#server/billing/payments/store-provider.ts';
import { summarizePaymentMethod } from '#server/billing/payments/summarize-payment-method.ts';
import { insertChangePayment, savedMethodFields } from '#server/billing/plan-changes/change-payment.ts';
import { isQuoteCurrent, originKeyOfSession, requireOrigin } from '#server/billing/plan-changes/change-quote.ts';
import { isChangeBeingPaid, lockOrigin } from '#server/billing/plan-changes/data/origins.ts';
import { scheduleChange } from '#server/billing/plan-changes/schedule-change.ts';
import { findQuote, markQuoteUsed, type Quote } from '#server/billing/quotes/data/quotes.ts';
import { usableMethod } from '#server/billing/subscriptions/start-renewals.ts';
import { ApiError } from '#server/domain/errors.ts';
import { isUuid, toShortId } from '#server/domain/ids.ts';
import type { Actor } from '#server/events/rules/event.ts';
import { englishVoice, type Voice } from '#server/i18n/say.ts';
import { providerNamed } from '#server/providers/payments/index.ts';
import type { PaymentMethod, PaymentProvider } from '#server/providers/payments/provider.ts';
import { storeTime } from '#server/stores/rules/test-clock.ts';
import type { Checkout } from './address.ts';
import { requireNoSubscription } from './live-subscription.ts';
import { actorOf, lockOpenCheckout } from './open-checkout.ts';
import type { PayOptions } from './pay.ts';

export interface Confirmation {
  readonly quoteId: string;
  /** A new method, or the one that the subscription is charged with. */
  readonly method: PaymentMethod | 'saved';
}

interface ConfirmOptions extends PayOptions {
  readonly actor?: Actor;
  /** Whether the buyer is absent, so that a bank that asks them declines the charge. */
  readonly isOffSession?: boolean;
}

/**
 * Confirms the plan change of a session as quoted. Throws an ApiError with a message for the buyer: 400 for a decline, an
 * unusable saved method or a session that is closed; 409 if the quote is used up, expired or outdated, or while another
 * change of the subscription is being paid.
 */
export async function confirmChange(
  db: Database,
  checkout: Checkout,
  { quoteId, method }: Confirmation,
  realTime: Date,
  options: ConfirmOptions = {},
): Promise<PayResult> {
  const { store, session, version } = checkout;
  const now = storeTime(store, session.environment, realTime);
  const { voice = englishVoice, limitMs, actor = actorOf(session), isOffSession = false } = options;
  const { say } = voice;
  const saved = method === 'saved' ? await requireSavedMethod(db, checkout, voice) : undefined;
  const provider = saved
    ? (options.provider ?? providerNamed(db, saved.provider))
    : (options.provider ?? (await findStoreProvider(db, session)));
  if (!provider) throw new ApiError(400, say('errors.noProvider'), 'payment');
  const paymentMethod = methodOf(method, saved);
  const email = session.buyerEmail ?? '';
  const admission = saved
    ? undefined
    : await options.admit?.({
        store,
        environment: session.environment,
        ownerId: session.id,
        email,
        readCard: () => provider.readCard(paymentMethod),
      });
  const fields = saved ? savedMethodFields(saved) : newMethodFields(provider, paymentMethod, voice);
  const step = { checkout, quoteId, fields, actor, voice };
  const started = await cancelOnError(admission, () => db.transaction((tx) => startChange(tx, step, now)));
  if ('state' in started) return started;
  const charge = {
    ...referenceOf(started),
    method: paymentMethod,
    savesMethod: saved === undefined,
    isOffSession,
    mustAuthenticate: admission?.mustAuthenticate ?? false,
    buyerEmail: session.buyerEmail,
    description: version.name,
    returnUrl: `${options.appUrl ?? ''}/${store.slug}/checkout/${session.id}${options.choices ? `?${options.choices}` : ''}`,
    references: {
      storeId: toShortId('STO', store.id),
      orderId: toShortId('ORD', started.orderId),
      paymentId: toShortId('PAY', started.id),
    },
  };
  const ask = () => provider.charge(charge, now);
  return await answerBuyer(db, provider, started, ask, { say, actor, limitMs, admission }, now);
}

const methodOf = (method: Confirmation['method'], saved: StoredMethod | undefined): PaymentMethod =>
  method === 'saved'
    ? { kind: 'saved', customerId: saved?.providerCustomerId ?? null, methodId: saved?.providerMethodId ?? '' }
    : method;

function newMethodFields(provider: PaymentProvider, method: PaymentMethod, { say }: Voice) {
  const { type, brand, last4 } = summarizePaymentMethod(provider, method, say) ?? {};
  return {
    provider: provider.name,
    method: type ?? 'card',
    cardBrand: brand ?? null,
    cardLast4: last4 ?? null,
    paymentMethodId: null,
  };
}

/** The method of the subscription, or undefined if it cannot be charged any more. */
export async function findSavedMethod(
  tx: Tx,
  { session }: Pick<Checkout, 'session'>,
): Promise<StoredMethod | undefined> {
  if (!session.originOrderId) return undefined;
  const inUse = await findMethodInUse(tx, { ...session, id: session.originOrderId });
  const method = usableMethod(session, inUse);
  return method?.refusedAt ? undefined : method;
}

/** The error code of a change whose saved method cannot be charged. */
export const noSavedMethod = 'no_saved_method';

async function requireSavedMethod(tx: Tx, checkout: Checkout, { say }: Voice): Promise<StoredMethod> {
  const method = await findSavedMethod(tx, checkout);
  if (!method) throw new ApiError(400, say('errors.noSavedMethod'), 'payment', { code: noSavedMethod });
  return method;
}

interface ChangeStep {
  readonly checkout: Checkout;
  readonly quoteId: string;
  readonly fields: Parameters<typeof insertChangePayment>[3];
  readonly actor: Actor;
  readonly voice: Voice;
}

/** Inserts the payment to charge, or schedules the change, or starts it if credit covers it. */
async function startChange(
  tx: Tx,
  { checkout: { store, session: opened }, quoteId, fields, actor, voice }: ChangeStep,
  now: Date,
): Promise<Payment | PayResult> {
  const { say } = voice;
  const alreadyProcessing = () => new ApiError(409, say('errors.alreadyProcessing'), 'payment');
  const { session, order: existing, isOnSale } = await lockOpenCheckout(tx, store, opened.id, say, now);
  if (!existing && !isOnSale) throw new ApiError(400, say('errors.notForSale'), 'payment');
  if (existing && (await endWaitingPayment(tx, existing, actor, now))) throw alreadyProcessing();
  const key = originKeyOfSession(session);
  await lockOrigin(tx, key, existing?.id);
  const origin = await requireOrigin(tx, session);
  if (await isChangeBeingPaid(tx, key, existing?.id)) throw alreadyProcessing();
  await requireNoSubscription(tx, session, existing, origin.order.buyerEmail, { say, actor });
  const { merchantId, storeId } = session;
  const quote = isUuid(quoteId) ? await findQuote(tx, { merchantId, storeId, quoteId }) : undefined;
  const change = { session, order: existing };
  if (quote?.checkoutSessionId !== session.id || quote.validUntil <= now) throw quoteChanged(voice);
  if (!(await isQuoteCurrent(tx, change, origin, quote))) throw quoteChanged(voice);
  const order = await saveOrder(tx, { session, existing, quote }, actor, now);
  await markQuoteUsed(tx, { merchantId, storeId, quoteId }, now);
  if (quote.content.change?.timing === 'next_period') {
    // A renewal in flight can begin the next period.
    if (await isBeingPaid(tx, origin.order)) throw alreadyProcessing();
    await scheduleChange(tx, origin, order.id, quote.content, actor, now);
    return { state: 'scheduled', order };
  }
  const payment = await insertChangePayment(tx, order, quote, fields, now);
  if (payment.amountMinor > 0 || needsCard(quote)) return payment;
  return { state: 'paid', ...(await recordCreditPayment(tx, payment, actor, now)) };
}

/** A change without credit that costs nothing today starts a free trial, whose card is verified. */
const needsCard = ({ content }: Quote): boolean => content.creditUsedMinor === 0 && content.charge.totalMinor === 0;

/** The quote does not hold any more: the page shows a new one. */
const quoteChanged = ({ say }: Voice) =>
  new ApiError(409, say('errors.quoteChanged'), 'payment', { details: { reason: 'total_changed' } });

interface ChangeOrder {
  readonly session: Checkout['session'];
  readonly existing: Order | undefined;
  readonly quote: Quote;
}

/** A pending scheduled change is taken back or started long before this. */
const scheduledDays = 400;

/** The pending order of the change, with the terms of its quote. */
async function saveOrder(
  tx: Tx,
  { session, existing, quote }: ChangeOrder,
  actor: Actor,
  now: Date,
): Promise<SubscriptionOrder> {
  const { renewal, change } = quote.content;
  if (!renewal || !change) throw new Error('the quote is of no plan change');
  const terms: OrderTerms = {
    ...renewal.amounts,
    buyerEmail: session.buyerEmail,
    billingDetail: session.billingDetail,
    buyerBrowser: null,
    language: session.language,
    trialEndsAt: renewal.trialDays > 0 ? new Date(renewal.at) : null,
  };
  const expiresAt =
    change.timing === 'next_period'
      ? new Date(new Date(change.effectiveAt).getTime() + scheduledDays * 86_400_000)
      : session.expiresAt;
  const order = existing
    ? await saveOrderTerms(tx, existing, terms, now)
    : await openSessionOrder(
        tx,
        session,
        { ...terms, successUrl: session.successUrl, quoteId: quote.id, expiresAt },
        actor,
        now,
      );
  if (existing) await saveQuoteOfOrder(tx, order, { quoteId: quote.id, expiresAt });
  if (order.productType !== 'subscription') throw new Error('a plan change is a subscription');
  return { ...order, quoteId: quote.id };
}
