/**
 * What a provider said of a charge, made true: payment, order and events in one transaction. Used by the pay step, by
 * whoever asks what has become of a payment, and by the worker, who may all hear of the same charge: the first records
 * it, the others find it done.
 */

import type { Database, Tx } from '#db/client.ts';
import { changesBetween } from '#server/domain/changes.ts';
import { failureOf } from '#server/domain/declines.ts';
import { toShortId } from '#server/domain/ids.ts';
import { nextPaymentStatus } from '#server/domain/payment.ts';
import { amountFact } from '#server/events/audit/rules/audit-facts.ts';
import { recordEvent } from '#server/events/data/events.ts';
import type { Actor } from '#server/events/rules/event.ts';
import { log } from '#server/platform/log.ts';
import type { ChargeOutcome } from '#server/providers/payments/provider.ts';
import { book } from '../ledger/data/ledger.ts';
import type { Order, StartedSubscription } from '../orders/rules/order.ts';
import { acceptMethod, putMethodInUse } from '../payment-methods/payment-methods.ts';
import { renew, renewedBy } from '../subscriptions/renewal-paid.ts';
import { recordUnpaid } from '../subscriptions/renewal-unpaid.ts';
import { isLive } from '../subscriptions/rules/subscription-order.ts';
import { fulfil } from './fulfil.ts';
import {
  endWaitingPayment,
  findLatestPayment,
  isBeingPaid,
  lockPaymentsWithOrders,
  lockPaymentWithOrder,
  type Payment,
  type PaymentReference,
  type PaymentWithOrder,
  paymentChange,
  paymentEvent,
  savePaymentStatus,
} from './payments.ts';
import { methodOf } from './stored-method.ts';
import { canBegin } from './trial-claim.ts';

/** Both rows as they stand. `isOwed`: the provider took money that bought nothing, and has to give it back. */
export interface Recorded {
  readonly order: Order;
  readonly payment: Payment;
  readonly isOwed: boolean;
}

interface Step {
  readonly tx: Tx;
  readonly order: Order;
  readonly payment: Payment;
  readonly actor: Actor;
  readonly now: Date;
}

type Outcome<Status extends ChargeOutcome['status']> = Extract<ChargeOutcome, { status: Status }>;

/** What a provider said of a payment, and who heard it when. */
export interface Heard {
  readonly payment: PaymentReference;
  readonly outcome: ChargeOutcome;
  readonly actor: Actor;
  readonly now: Date;
}

/** Records the outcome of a payment, unless it has succeeded already. Told the same twice, it does the same once. */
export const recordOutcome = (
  db: Database,
  given: PaymentReference,
  outcome: ChargeOutcome,
  actor: Actor,
  now: Date,
): Promise<Recorded> =>
  db.transaction(async (tx) => await record(tx, await lockPaymentWithOrder(tx, given), outcome, actor, now));

/**
 * The same for payments of as many orders, in one transaction: all of them or none. Gives what became of each, in the
 * sequence in which they are given.
 */
export const recordOutcomes = (db: Database, heard: readonly Heard[]): Promise<Recorded[]> =>
  db.transaction(async (tx) => {
    const locked = await lockPaymentsWithOrders(
      tx,
      heard.map(({ payment }) => payment),
    );
    const recorded: Recorded[] = [];
    for (const [place, { outcome, actor, now }] of heard.entries()) {
      recorded.push(await record(tx, locked[place] as PaymentWithOrder, outcome, actor, now));
    }
    return recorded;
  });

async function record(
  tx: Tx,
  { order, payment }: PaymentWithOrder,
  outcome: ChargeOutcome,
  actor: Actor,
  now: Date,
): Promise<Recorded> {
  const step = { tx, order, payment, actor, now };
  if (payment.status === 'succeeded') return unchanged(step);
  if (outcome.status === 'failed') return await recordFailure(step, outcome);
  if (outcome.status === 'requires_action') return await recordChallenge(step, outcome);
  if (outcome.status === 'processing') return await recordPending(step, outcome);
  return await recordSuccess(step, outcome);
}

const unchanged = ({ order, payment }: Step): Recorded => ({ order, payment, isOwed: false });

async function recordFailure(step: Step, { providerPaymentId, code, reason }: Outcome<'failed'>): Promise<Recorded> {
  const { tx, order, payment, actor, now } = step;
  if (payment.status === 'failed') {
    // Money that was taken once is not untaken by older news.
    if (!payment.unclosedSince || cameTooLate(payment)) return unchanged(step);
    // What we had given up on is over at the provider too.
    const closed = await savePaymentStatus(tx, payment, payment.status, { unclosedSince: null }, now);
    return { order, payment: closed, isOwed: false };
  }
  const failure = { failureCode: code, failureReason: reason };
  const status = nextPaymentStatus(payment.status, 'fail');
  const event = paymentEvent(order, actor, payment)('payment.failed', failure, paymentChange(payment, status));
  const [saved, eventId] = await Promise.all([
    savePaymentStatus(tx, payment, status, { providerPaymentId, actionUrl: null, ...failure }, now),
    recordEvent(tx, event, now),
  ]);
  const renewed = renewedBy(payment, order);
  const unpaid = renewed && (await recordUnpaid(tx, renewed, actor, saved, { code, eventId }, now));
  return { order: unpaid ?? order, payment: saved, isOwed: false };
}

async function recordChallenge(step: Step, outcome: Outcome<'requires_action'>): Promise<Recorded> {
  const { tx, order, payment, actor, now } = step;
  if (payment.status !== 'processing') return unchanged(step);
  const { providerPaymentId, actionUrl } = outcome;
  const status = nextPaymentStatus(payment.status, 'challenge');
  const saved = await savePaymentStatus(tx, payment, status, { providerPaymentId, actionUrl }, now);
  const changes = paymentChange(payment, status);
  await recordEvent(tx, paymentEvent(order, actor, payment)('payment.requires_action', {}, changes), now);
  return { order, payment: saved, isOwed: false };
}

async function recordPending(step: Step, { providerPaymentId }: Outcome<'processing'>): Promise<Recorded> {
  const { tx, order, payment, actor, now } = step;
  if (payment.status === 'failed') return await keepAnEyeOn(step);
  if (payment.status === 'requires_action') {
    if (!renewedBy(payment, order) && !(await canBegin(tx, order, now))) return await giveUp(step, providerPaymentId);
  } else if (payment.providerPaymentId !== null) {
    return unchanged(step);
  }
  const status = payment.status === 'processing' ? payment.status : nextPaymentStatus(payment.status, 'resume');
  const saved = await savePaymentStatus(tx, payment, status, { providerPaymentId, actionUrl: null }, now);
  const changes = paymentChange(payment, status);
  await recordEvent(tx, paymentEvent(order, actor, payment)('payment.pending', {}, changes), now);
  return { order, payment: saved, isOwed: false };
}

async function recordSuccess(step: Step, outcome: Outcome<'succeeded'>): Promise<Recorded> {
  const { tx, order, payment, actor, now } = step;
  if (!(await canBuy(step))) return await giveUp(step, outcome.providerPaymentId, true);
  const status = nextPaymentStatus(payment.status, 'succeed');
  const { method, providerPaymentId } = outcome;
  const known = method && { method: method.type, cardBrand: method.brand, cardLast4: method.last4 };
  const noFailure = { failureCode: null, failureReason: null, unclosedSince: null, actionUrl: null };
  const succeeded = { ...known, ...noFailure, providerPaymentId, succeededAt: now };
  const changes = paymentChange(payment, status);
  const event = paymentEvent(order, actor, payment)('payment.succeeded', {}, changes);
  const renewed = renewedBy(payment, order);
  const [saved] = await Promise.all([
    savePaymentStatus(tx, payment, status, succeeded, now),
    // What is booked of it does not change with its status.
    book(tx, { kind: 'charge', payment }, now),
    // A renewal is told together with what it did.
    renewed ? undefined : recordEvent(tx, event, now),
  ]);
  if (renewed) {
    const wasRefused = payment.status === 'failed' && payment.paymentMethodId;
    if (wasRefused) await acceptMethod(tx, order, wasRefused);
    return { order: await renew(tx, renewed, actor, saved, changes, now), payment: saved, isOwed: false };
  }
  const kept = order.productType === 'subscription' ? methodOf(payment.provider, outcome) : undefined;
  if (kept) await putMethodInUse(tx, order, kept, now);
  else if (order.productType === 'subscription') {
    log().error(
      { paymentId: toShortId('PAY', payment.id) },
      'a subscription was paid, and no way kept to charge it again',
    );
  }
  return { order: await fulfil(tx, order, actor, payment, now), payment: saved, isOwed: false };
}

/**
 * Whether a locked order can still be paid by that attempt. One that we had given up on may be late: another attempt may
 * be on its way by now, or the order be on other terms. One that is being given back buys nothing any more, whatever
 * has become of the order: at the provider it still counts as succeeded.
 */
async function canBuy({ tx, order, payment, actor, now }: Step): Promise<boolean> {
  const renewed = renewedBy(payment, order);
  if (renewed) return await canRenew(tx, renewed, payment);
  if (order.status !== 'pending' || cameTooLate(payment)) return false;
  if (payment.status === 'processing') return true;
  if (payment.status === 'failed') {
    const latest = await findLatestPayment(tx, { id: order.checkoutSessionId, storeId: order.storeId });
    const isSame = latest?.amountMinor === payment.amountMinor && latest.taxMinor === payment.taxMinor;
    if (!isSame || latest.status === 'processing') return false;
    if (!(await canBegin(tx, order, now))) return false;
    return (await endWaitingPayment(tx, order, actor, now)) === undefined;
  }
  return await canBegin(tx, order, now);
}

/**
 * Whether that attempt can still pay a locked subscription's next period. One that we had given up on cannot while
 * another is on its way: that one would pay the period twice, or the one after for the price of this.
 */
async function canRenew(tx: Tx, order: StartedSubscription, payment: Payment): Promise<boolean> {
  if (!isLive(order.status) || cameTooLate(payment) || payment.periodNumber !== order.periodNumber + 1) return false;
  if (payment.status !== 'failed') return true;
  return !(await isBeingPaid(tx, order));
}

/** What is told of an attempt that cannot buy anything any more, before and after it took money. */
const trialBegan = 'Its trial began in another order meanwhile.';
const tooLate = 'came_too_late';

/** Whether it took money that bought nothing. */
const cameTooLate = ({ status, failureCode }: Payment): boolean => status === 'failed' && failureCode === tooLate;

/** The attempt counts as failed. The provider is to close it or, where it took money, to give that back. */
async function giveUp(step: Step, providerPaymentId: string, isTaken = false): Promise<Recorded> {
  const { tx, order, payment, actor, now } = step;
  const event = paymentEvent(order, actor, payment);
  const isOwed = isTaken && payment.amountMinor > 0;
  const failure = isTaken ? failureOf(tooLate) : { failureCode: 'payment_failed', failureReason: trialBegan };
  // Heard before: whether it still is owed says the row.
  if (cameTooLate(payment)) return { order, payment, isOwed: payment.unclosedSince !== null };
  const isFailed = payment.status === 'failed';
  const status = isFailed ? payment.status : nextPaymentStatus(payment.status, 'fail');
  // Of a card that was only kept there is nothing to give back.
  const unclosedSince = isTaken && !isOwed ? null : (payment.unclosedSince ?? now);
  const changes = { providerPaymentId, ...failure, actionUrl: null, unclosedSince };
  const saved = await savePaymentStatus(tx, payment, status, changes, now);
  if (!isFailed) await recordEvent(tx, event('payment.failed', failure, paymentChange(payment, status)), now);
  const { amountMinor, currency } = payment;
  if (isOwed) {
    await book(tx, { kind: 'unusable_charge', payment: saved }, now);
    const started = changesBetween(null, { refundStatus: 'pending', amount: amountFact(payment) });
    await recordEvent(tx, event('payment.refund_started', { amountMinor, currency }, started), now);
  }
  return { order, payment: saved, isOwed };
}

/** A failed attempt that the provider is still at: the worker follows it to its end. */
async function keepAnEyeOn(step: Step): Promise<Recorded> {
  const { tx, order, payment, now } = step;
  if (payment.unclosedSince || cameTooLate(payment)) return unchanged(step);
  const saved = await savePaymentStatus(tx, payment, payment.status, { unclosedSince: now }, now);
  return { order, payment: saved, isOwed: false };
}
