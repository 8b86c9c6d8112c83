/**
 * The checkout's pay step. Intent first, then the provider, then the outcome, each in a transaction of its own:
 * whatever dies in between leaves a `processing` payment, which holds the order until the worker has settled it.
 */
import type { Database, Tx } from '../../db/client.ts';
import { untaxed } from '../domain/amounts.ts';
import { type SessionState, sessionState } from '../domain/checkout-session.ts';
import type { Actor } from '../domain/event.ts';
import { isUuid, toShortId } from '../domain/ids.ts';
import { nextPaymentStatus } from '../domain/payment.ts';
import { declineSentences } from '../domain/sandbox-cards.ts';
import { ApiError, errors } from '../errors.ts';
import { log } from '../log.ts';
import { paymentProvider } from '../providers/payments/index.ts';
import type { CardSummary, ChargeOutcome, PaymentProvider } from '../providers/payments/provider.ts';
import { type CheckoutSession, findStoreSession, lockStoreSession } from '../queries/checkout-sessions.ts';
import { recordEvent } from '../queries/events.ts';
import { insertOrder, lockSessionOrder, type Order, saveOrderBuyer } from '../queries/orders.ts';
import {
  findHoldingPayment,
  insertPayment,
  lockPayment,
  type Payment,
  savePaymentStatus,
} from '../queries/payments.ts';
import { findStoreBySlug, type Store } from '../queries/stores.ts';
import { fieldError, type PayForm, readPayForm } from './pay-form.ts';
import { eventOf, recordOutcome } from './record-outcome.ts';

/** Where a session's address leads. */
export interface CheckoutAddress {
  readonly storeSlug: string;
  readonly sessionId: string;
}

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

const sentences: Record<Exclude<SessionState, 'open'>, string> = {
  paid: 'This order has already been paid. You have not been charged again.',
  canceled: 'This order was canceled. You have not been charged.',
  expired: 'This checkout has expired. You have not been charged.',
};

/** Pays a session with the card in the form. Throws an ApiError with a sentence for the buyer. */
export async function payCheckout(
  db: Database,
  address: CheckoutAddress,
  body: object,
  now: Date,
  { provider = paymentProvider(db), countAttempt }: PayOptions = {},
): Promise<PayResult> {
  const found = await findCheckout(db, address);
  const form = readPayForm(body, found.session.billingDetail, now);
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
    const waiting = isUuid(address.paymentId) ? await lockPayment(tx, store.id, address.paymentId) : undefined;
    if (!order || waiting?.orderId !== order.id || waiting.status !== 'requires_action') {
      throw new ApiError(400, 'There is nothing left to confirm for this payment.', 'payment');
    }
    const resumed = await savePaymentStatus(tx, waiting, nextPaymentStatus(waiting.status, 'resume'), {}, now);
    await recordEvent(tx, eventOf(order, actorOf(session), resumed)('payment.resumed'), now);
    return resumed;
  });
  return await hear(db, payment, actorOf(session), now, () =>
    paymentProvider(db).finishChallenge(payment.id, passed, now),
  );
}

const actorOf = (session: CheckoutSession): Actor => ({ kind: 'checkout', by: session.id });

/** The store and session behind an address; 404 for one that leads nowhere. */
export async function findCheckout(
  db: Database,
  address: CheckoutAddress,
): Promise<{ store: Store; session: CheckoutSession }> {
  const store = await findStoreBySlug(db, address.storeSlug);
  const session =
    store && !store.deletedAt && isUuid(address.sessionId) && (await findStoreSession(db, store.id, address.sessionId));
  if (!store || !session) throw errors.sessionNotFound();
  return { store, session };
}

/** Locks a session and its order, and refuses unless it can be paid now. */
async function lockOpenCheckout(tx: Tx, store: Store, sessionId: string, now: Date) {
  const session = await lockStoreSession(tx, store.id, sessionId);
  const order = await lockSessionOrder(tx, session);
  const state = sessionState(session, order?.status, now);
  if (state !== 'open') throw new ApiError(400, sentences[state], 'payment');
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
  const order = existing ?? (await openOrder(tx, session, now));
  await releaseHold(tx, order, actorOf(session), now);
  await saveOrderBuyer(tx, order, { buyerEmail: form.email, billingDetail: form.billingDetail }, now);
  const attempt = { provider, method: 'card', cardBrand: card.brand, cardLast4: card.last4 };
  const payment = await insertPayment(tx, order, attempt, now);
  const details = { cardBrand: card.brand, cardLast4: card.last4, attempt: payment.attempt };
  await recordEvent(tx, eventOf(order, actorOf(session), payment)('payment.started', details), now);
  return payment;
}

async function openOrder(tx: Tx, session: CheckoutSession, now: Date): Promise<Order> {
  const buyer = { email: null, billingDetail: null, successUrl: session.successUrl };
  const order = await insertOrder(tx, session, buyer, untaxed(session.price), now);
  const { merchantId, storeId, environment } = order;
  const event = { type: 'order.created', objectType: 'order', objectId: order.id, actor: actorOf(session) } as const;
  await recordEvent(tx, { merchantId, storeId, environment, ...event }, now);
  return order;
}

/** An attempt on its way to the bank bars another; one that only waits for the buyer gives way to the new one. */
async function releaseHold(tx: Tx, order: Order, actor: Actor, now: Date): Promise<void> {
  const holding = await findHoldingPayment(tx, order);
  if (!holding) return;
  if (holding.status !== 'requires_action') {
    throw new ApiError(409, 'A payment for this order is already being processed. Please wait a moment.', 'payment');
  }
  const failure = { failureCode: 'authentication_abandoned', failureReason: declineSentences.authentication_abandoned };
  await savePaymentStatus(tx, holding, nextPaymentStatus(holding.status, 'fail'), failure, now);
  await recordEvent(tx, eventOf(order, actor, holding)('payment.failed', failure), now);
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
  if (recorded.order.status === 'completed') return { state: 'paid' };
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
