/**
 * The checkout's pay step: intent, provider call and outcome, each in a transaction of its own. A crash in between leaves a
 * `processing` payment, which holds the order until the worker has settled it.
 */
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Database, Tx } from '#db/client.ts';
import { type Admit, cancelOnError, endHeldAttempt } from '#server/billing/card-testing/admit.ts';
import type { CheckoutSession } from '#server/billing/orders/checkout-sessions.ts';
import { type Order, type OrderTerms, orderEvent, saveOrderTerms } from '#server/billing/orders/orders.ts';
import { openSessionOrder } from '#server/billing/orders/session-orders.ts';
import { answerBuyer, type PayResult } from '#server/billing/payments/answer-buyer.ts';
import { applyChargeOutcome, referenceOf } from '#server/billing/payments/apply-charge-outcome.ts';
import { withProviderTimeout } from '#server/billing/payments/ask-provider.ts';
import { type PayForm, readMethod, readPayForm } from '#server/billing/payments/pay-form.ts';
import {
  endWaitingPayment,
  findLatestPayment,
  insertPayment,
  type Payment,
} from '#server/billing/payments/payments.ts';
import { calculateDueWithTrialLock, type Due } from '#server/billing/payments/purchase-due.ts';
import { requireShownAmounts } from '#server/billing/payments/quote.ts';
import { findStoreProvider } from '#server/billing/payments/store-provider.ts';
import { summarizePaymentMethod } from '#server/billing/payments/summarize-payment-method.ts';
import { findQuote, markQuoteUsed } from '#server/billing/quotes/data/quotes.ts';
import type { QuoteContent } from '#server/billing/quotes/rules/quote-content.ts';
import type { Amounts } from '#server/domain/amounts.ts';
import { changesBetween, isUnchanged } from '#server/domain/changes.ts';
import { ApiError } from '#server/domain/errors.ts';
import { isUuid, toShortId } from '#server/domain/ids.ts';
import { orderFacts } from '#server/events/audit/rules/audit-facts.ts';
import { recordEvent } from '#server/events/data/events.ts';
import type { Actor } from '#server/events/rules/event.ts';
import { englishVoice, type Voice } from '#server/i18n/say.ts';
import { describeFailure, log } from '#server/platform/log.ts';
import { providerNamed } from '#server/providers/payments/index.ts';
import type { MethodSummary, PaymentProvider } from '#server/providers/payments/provider.ts';
import { storeTime } from '#server/stores/rules/test-clock.ts';
import type { Store } from '#server/stores/stores.ts';
import { type Checkout, findCheckoutOrder, knownBuyer, requirePayable } from './address.ts';
import { confirmChange } from './confirm-change.ts';
import { requireNoSubscription } from './live-subscription.ts';
import { actorOf, lockOpenCheckout } from './open-checkout.ts';

export type { PayResult };

export interface PayOptions {
  readonly provider?: PaymentProvider;
  /** Admits each attempt with a complete form and an accepted method; refuses it by throwing. */
  readonly admit?: Admit;
  /** The buyer's language. */
  readonly voice?: Voice;
  /** The base URL of checkout pages, to which the buyer's bank returns. */
  readonly appUrl?: string;
  /** The buyer's choices on the page, as a query string for their return. */
  readonly choices?: string;
  /** The timeout of the provider call. */
  readonly limitMs?: number;
}

/**
 * Pays a session with the method in the form. Throws an ApiError with a message for the buyer: 400 for an invalid field
 * (`field`), a decline (`reason`) or a session that cannot be paid; 409 while another payment is in flight or if the amounts
 * due have changed.
 */
export async function payCheckout(
  db: Database,
  checkout: Checkout,
  body: object,
  realTime: Date,
  options: PayOptions = {},
): Promise<PayResult> {
  const { store, session, version, browser = null } = checkout;
  if (session.originOrderId) {
    return await confirmChange(db, checkout, readConfirmation(body, realTime, options), realTime, options);
  }
  const now = storeTime(store, session.environment, realTime);
  const { voice = englishVoice, limitMs } = options;
  const order = await findCheckoutOrder(db, checkout);
  const provider = options.provider ?? (await findStoreProvider(db, session));
  if (!provider) {
    requirePayable(session, order, now, voice.say);
    throw new ApiError(400, voice.say('errors.noProvider'), 'payment');
  }
  const form = readPayForm(body, knownBuyer(checkout, order).billingDetail, now, voice.say);
  const summary = summarizePaymentMethod(provider, form.method, voice.say);
  const admission = await options.admit?.({
    store,
    environment: session.environment,
    ownerId: session.id,
    email: form.email,
    readCard: () => provider.readCard(form.method),
  });
  const intent = { form, summary, provider: provider.name, voice, browser };
  const payment = await cancelOnError(admission, async () => {
    // Without an order there is no earlier attempt.
    if (order) await closeWaitingPayment(db, session, options, now);
    return await db.transaction((tx) => startPayment(tx, store, session.id, intent, now));
  });
  const charge = {
    ...referenceOf(payment),
    method: form.method,
    savesMethod: session.productType === 'subscription',
    isOffSession: false,
    mustAuthenticate: admission?.mustAuthenticate ?? false,
    buyerEmail: form.email,
    description: version.name,
    returnUrl: `${options.appUrl ?? ''}/${store.slug}/checkout/${session.id}${options.choices ? `?${options.choices}` : ''}`,
    references: {
      storeId: toShortId('STO', store.id),
      orderId: toShortId('ORD', payment.orderId),
      paymentId: toShortId('PAY', payment.id),
    },
  };
  const answerOptions = { say: voice.say, actor: actorOf(session), limitMs, admission };
  return await answerBuyer(db, provider, payment, () => provider.charge(charge, now), answerOptions, now);
}

const confirmation = z.object({ quoteId: z.string().optional(), method: z.literal('saved').optional() });

/** The confirmation of a plan change in the request of its page: `{quoteId}` with `method: 'saved'` or a new method. */
function readConfirmation(body: object, now: Date, { voice = englishVoice }: PayOptions) {
  const { quoteId = '', method } = confirmation.safeParse(body).data ?? {};
  return { quoteId, method: method ?? readMethod(body, now, voice.say) };
}

interface Intent {
  readonly form: PayForm;
  readonly summary: MethodSummary | null;
  readonly provider: string;
  readonly voice: Voice;
  /** The digest of the browser's cookie. */
  readonly browser: string | null;
}

/** Inserts the intent to charge: the order, if the session has none yet, and a payment that holds it. */
async function startPayment(
  tx: Tx,
  store: Store,
  sessionId: string,
  { form, summary, provider, voice, browser }: Intent,
  now: Date,
): Promise<Payment> {
  const { say } = voice;
  const { session, order: existing, isOnSale } = await lockOpenCheckout(tx, store, sessionId, say, now);
  const actor = actorOf(session);
  if (!existing && !isOnSale) throw new ApiError(400, say('errors.notForSale'), 'payment');
  if (existing && (await endWaitingPayment(tx, existing, actor, now))) {
    throw new ApiError(409, say('errors.alreadyProcessing'), 'payment');
  }
  const due = await calculateDueWithTrialLock(tx, session, existing, form, now);
  await requireNoSubscription(tx, session, existing, form.email, { say, actor });
  const quoteId = await requireQuote(tx, session, form, due, voice, now);
  const { today, renewal } = due;
  const trialEndsAt = renewal && renewal.trialDays > 0 ? renewal.at : null;
  const { email: buyerEmail, billingDetail } = form;
  const buyer = { buyerEmail, billingDetail, buyerBrowser: browser, language: voice.locale };
  const terms = { ...(renewal?.amounts ?? today), ...buyer, trialEndsAt };
  const { totalMinor: amountMinor, taxMinor, taxRateMillionths, taxName } = today;
  const { type: method = 'card', brand: cardBrand = null, last4: cardLast4 = null } = summary ?? {};
  const tax = { taxMinor, taxRateMillionths, taxName };
  const periodNumber = trialEndsAt ? 0 : 1;
  const attempt = { periodNumber, provider, method, cardBrand, cardLast4, amountMinor, ...tax, quoteId };
  const order = existing
    ? await updateTerms(tx, existing, terms, actor, now)
    : await openSessionOrder(tx, session, { ...terms, successUrl: session.successUrl }, actor, now);
  return await insertPayment(tx, order, attempt, now);
}

/**
 * Throws 409 unless the amounts due are the shown ones or, for a buyer with a quote, the quoted ones. Returns the
 * quote's ID, or null.
 */
async function requireQuote(
  tx: Tx,
  session: CheckoutSession,
  { quoteId, shown }: PayForm,
  due: Due,
  voice: Voice,
  now: Date,
): Promise<string | null> {
  if (quoteId === undefined) {
    requireShownAmounts(shown, due, session, voice);
    return null;
  }
  const key = { merchantId: session.merchantId, storeId: session.storeId, quoteId };
  const quote = isUuid(quoteId) ? await findQuote(tx, key) : undefined;
  const isValid = quote?.checkoutSessionId === session.id && quote.validUntil > now && hasSameTax(quote.content, due);
  requireShownAmounts(isValid ? amountsOfQuote(quote.content) : undefined, due, session, voice);
  await markQuoteUsed(tx, key, now);
  return quoteId;
}

const amountsOfQuote = ({ dueMinor, renewal }: QuoteContent) => ({
  totalMinor: dueMinor,
  renewalMinor: renewal?.amounts.totalMinor ?? null,
});

/** Saves the terms of a new attempt. Records a change of the order; the attempt itself is recorded by its row. */
async function updateTerms(tx: Tx, order: Order, terms: OrderTerms, actor: Actor, now: Date): Promise<Order> {
  const updated = await saveOrderTerms(tx, order, terms, now);
  const changes = changesBetween(orderFacts(order), orderFacts(updated, order));
  if (!isUnchanged(changes.after ?? {})) {
    await recordEvent(tx, orderEvent(order, actor)('order.updated', {}, changes), now);
  }
  return updated;
}

/**
 * Closes an attempt that waits for 3D Secure before another method is tried, so that both cannot succeed. If the buyer has
 * just passed the challenge, that attempt pays the order instead.
 */
async function closeWaitingPayment(
  db: Database,
  session: CheckoutSession,
  { provider: replacement, limitMs }: PayOptions,
  now: Date,
): Promise<void> {
  const waiting = await findLatestPayment(db, session);
  if (waiting?.status !== 'requires_action') return;
  try {
    const provider = replacement?.name === waiting.provider ? replacement : providerNamed(db, waiting.provider);
    const outcome = await withProviderTimeout(provider.settle(referenceOf(waiting), now), limitMs);
    const { payment } = await applyChargeOutcome(db, provider, waiting, outcome, actorOf(session), now);
    await endHeldAttempt(db, payment);
  } catch (error) {
    // The new attempt then ends the old one in our database only, and the worker closes it at the provider.
    log().error(
      { paymentId: toShortId('PAY', waiting.id), ...describeFailure(error) },
      'could not close a pending payment',
    );
  }
}

/** Whether a quote has the taxes and the trial of the amount due. With taxes included, totals can be equal under other taxes. */
function hasSameTax({ charge, renewal }: QuoteContent, { today, renewal: next }: Due): boolean {
  const taxOf = (amounts: Amounts | undefined) => [amounts?.taxMinor, amounts?.taxRateMillionths, amounts?.taxName];
  const quoted = [...taxOf(charge), ...taxOf(renewal?.amounts), renewal?.trialDays];
  return isDeepStrictEqual(quoted, [...taxOf(today), ...taxOf(next?.amounts), next?.trialDays]);
}
