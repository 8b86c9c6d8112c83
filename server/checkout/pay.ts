/**
 * The checkout's pay step. Intent first, then the provider, then the outcome, each in a transaction of its own:
 * whatever dies in between leaves a `processing` payment, which holds the order until the worker has settled it.
 */
import type { Database, Tx } from '../../db/client.ts';
import type { Actor } from '../domain/event.ts';
import { isUuid, toShortId } from '../domain/ids.ts';
import { nextPaymentStatus } from '../domain/payment.ts';
import { declineSentences } from '../domain/sandbox-cards.ts';
import { ApiError, errors } from '../errors.ts';
import { log } from '../log.ts';
import { paymentProvider } from '../providers/payments/index.ts';
import type { CardSummary, ChargeOutcome, PaymentProvider } from '../providers/payments/provider.ts';
import { type CheckoutSession, lockStoreSession } from '../queries/checkout-sessions.ts';
import { recordEvent } from '../queries/events.ts';
import { findSessionOrder, lockSessionOrder, type Order, saveOrderTerms } from '../queries/orders.ts';
import {
  endWaitingPayment,
  insertPayment,
  lockPayment,
  type Payment,
  paymentEvent,
  savePaymentStatus,
} from '../queries/payments.ts';
import { isOnSale } from '../queries/products.ts';
import { openSessionOrder } from '../queries/session-orders.ts';
import { holdStore, type Store } from '../queries/stores.ts';
import { type CheckoutAddress, findCheckout, knownBilling, requirePayable } from './address.ts';
import { fieldError, type PayForm, readPayForm } from './pay-form.ts';
import { requireShown, settleDue } from './quote.ts';
import { recordOutcome } from './record-outcome.ts';

/** What the page does next: show the receipt, ask the bank, wait. A decline is an error with the bank's sentence. */
export interface PayResult {
  readonly state: 'paid' | 'challenge' | 'processing';
}

export interface PayOptions {
  readonly provider?: PaymentProvider;
  /** Told of every attempt with a complete form and a card of the provider's; may refuse it by throwing. */
  readonly countAttempt?: (sessionId: string) => Promise<void>;
}

const longestChargeMs = 20_000;

/** Pays a session with the card in the form. Throws an ApiError with a sentence for the buyer. */
export async function payCheckout(
  db: Database,
  address: CheckoutAddress,
  body: object,
  now: Date,
  { provider = paymentProvider(db), countAttempt }: PayOptions = {},
): Promise<PayResult> {
  const found = await findCheckout(db, address);
  const form = readPayForm(body, knownBilling(found.session, await findSessionOrder(db, found.session)), now);
  const card = provider.summarise(form.card);
  if (!card)
    throw fieldError('cardNumber', 'This is a test checkout: it takes test cards only, such as 4242 4242 4242 4242.');
  await countAttempt?.(found.session.id);
  const payment = await db.transaction((tx) =>
    startPayment(tx, found.store, found.session.id, form, card, provider.name, now),
  );
  const charge = { key: payment.id, amountMinor: payment.amountMinor, currency: payment.currency, card: form.card };
  return await hear(db, payment, actorOf(found.session), now, () => provider.charge(charge, now));
}

/** Ends the challenge that a payment waits for. Throws an ApiError with a sentence for the buyer. */
export async function finishChallenge(
  db: Database,
  address: CheckoutAddress & { paymentId: string },
  passed: boolean,
  now: Date,
): Promise<PayResult> {
  const { store, session } = await findCheckout(db, address);
  const payment = await db.transaction(async (tx) => {
    const { order } = await lockOpenCheckout(tx, store, session.id, now);
    if (order) await requireTrialUnused(tx, session, order, now);
    const waiting = isUuid(address.paymentId) ? await lockPayment(tx, store.id, address.paymentId) : undefined;
    if (!order || waiting?.orderId !== order.id || waiting.status !== 'requires_action') {
      throw new ApiError(400, 'There is nothing left to confirm for this payment.', 'payment');
    }
    const resumed = await savePaymentStatus(tx, waiting, nextPaymentStatus(waiting.status, 'resume'), {}, now);
    await recordEvent(tx, paymentEvent(order, actorOf(session), resumed)('payment.resumed'), now);
    return resumed;
  });
  return await hear(db, payment, actorOf(session), now, () =>
    paymentProvider(db).finishChallenge(payment.id, passed, now),
  );
}

const actorOf = (session: CheckoutSession): Actor => ({ kind: 'checkout', by: session.id });

/** Locks a session and its order, and refuses unless it can be paid now. */
async function lockOpenCheckout(tx: Tx, { id: storeId }: Store, sessionId: string, now: Date) {
  // Read again and held: the store may have been deleted or closed since the page was looked up.
  const store = await holdStore(tx, storeId);
  if (!store || store.deletedAt) throw errors.sessionNotFound();
  const session = await lockStoreSession(tx, store.id, sessionId);
  const order = await lockSessionOrder(tx, session);
  requirePayable(session, order, now);
  if (store.status !== 'active') throw new ApiError(400, 'This store is not taking payments at the moment.', 'payment');
  return { session, order };
}

/** The intent to charge: the order, if the session has none yet, and a payment that holds it. */
async function startPayment(
  tx: Tx,
  store: Store,
  sessionId: string,
  form: PayForm,
  card: CardSummary,
  provider: string,
  now: Date,
): Promise<Payment> {
  const { session, order: existing } = await lockOpenCheckout(tx, store, sessionId, now);
  const actor = actorOf(session);
  if (!existing && !(await isOnSale(tx, session))) {
    throw new ApiError(400, 'This product is not for sale at the moment. You have not been charged.', 'payment');
  }
  const order =
    existing ?? (await openSessionOrder(tx, session, { ...nobody, successUrl: session.successUrl }, actor, now));
  if (await endWaitingPayment(tx, order, actor, now)) {
    throw new ApiError(409, 'A payment for this order is already being processed. Please wait a moment.', 'payment');
  }
  const due = await settleDue(tx, session, order, form, now);
  requireShown(form.shown, due, session);
  const { today, renewal } = due;
  const trialEndsAt = renewal && renewal.trialDays > 0 ? renewal.at : null;
  const terms = {
    ...(renewal?.amounts ?? today),
    buyerEmail: form.email,
    billingDetail: form.billingDetail,
    trialEndsAt,
  };
  await saveOrderTerms(tx, order, terms, now);
  const { totalMinor: amountMinor, taxMinor } = today;
  const attempt = { provider, method: 'card', cardBrand: card.brand, cardLast4: card.last4, amountMinor, taxMinor };
  const payment = await insertPayment(tx, order, attempt, now);
  const details = { cardBrand: card.brand, cardLast4: card.last4, attempt: payment.attempt };
  await recordEvent(tx, paymentEvent(order, actor, payment)('payment.started', details), now);
  return payment;
}

/** Who buys is not known before the form is read. */
const nobody = { email: null, billingDetail: null };

/** A trial that waits for the buyer's bank has not begun: meanwhile it may have begun elsewhere, for nothing or less. */
async function requireTrialUnused(tx: Tx, session: CheckoutSession, order: Order, now: Date): Promise<void> {
  if (!order.trialEndsAt) return;
  const buyer = { email: order.buyerEmail, billingDetail: order.billingDetail };
  const { renewal } = await settleDue(tx, session, order, buyer, now);
  if (renewal && renewal.trialDays > 0) return;
  const message =
    'Your trial has already begun in another order. You have not been charged; pay again to go on without.';
  throw new ApiError(400, message, 'payment');
}

/** Asks the provider and records what it says. No answer is not a failure: the worker will find out. */
async function hear(
  db: Database,
  payment: Payment,
  actor: Actor,
  now: Date,
  ask: () => Promise<ChargeOutcome>,
): Promise<PayResult> {
  let outcome: ChargeOutcome;
  try {
    outcome = await withinTime(ask());
  } catch (error) {
    log().error({ paymentId: toShortId('PAY', payment.id), error: String(error) }, 'charge outcome unknown');
    return { state: 'processing' };
  }
  const recorded = await recordOutcome(db, payment, outcome, actor, now);
  if (recorded.payment.status === 'succeeded') return { state: 'paid' };
  if (recorded.payment.status === 'requires_action') return { state: 'challenge' };
  if (recorded.payment.status === 'processing') return { state: 'processing' };
  throw new ApiError(400, recorded.payment.failureReason ?? declineSentences.card_declined, 'payment', {
    details: { reason: recorded.payment.failureCode ?? 'card_declined' },
  });
}

async function withinTime(outcome: Promise<ChargeOutcome>): Promise<ChargeOutcome> {
  const timer = Promise.withResolvers<never>();
  const timeout = setTimeout(() => timer.reject(new Error('the provider did not answer in time')), longestChargeMs);
  try {
    return await Promise.race([outcome, timer.promise]);
  } finally {
    clearTimeout(timeout);
  }
}
