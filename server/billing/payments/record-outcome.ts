/**
 * Records the outcome of a charge: payment, order and events in one transaction. The pay step, webhooks, status checks and
 * the worker may all report the same charge: the first report is recorded, later ones change nothing.
 */

import type { Database, Tx } from '#db/client.ts';
import { toShortId } from '#server/domain/ids.ts';
import { nextPaymentStatus } from '#server/domain/payment.ts';
import { recordEvent } from '#server/events/data/events.ts';
import type { Actor } from '#server/events/rules/event.ts';
import { log } from '#server/platform/log.ts';
import { type ChargeOutcome, paidWithCredit } from '#server/providers/payments/provider.ts';
import { bookAll, bookingsOf } from '../ledger/data/ledger.ts';
import type { StartedSubscription } from '../orders/rules/order.ts';
import { acceptMethod, setMethodInUse } from '../payment-methods/payment-methods.ts';
import { recordFailedChange, recordUnusableChange } from '../plan-changes/failed-change.ts';
import { renew, renewedBy } from '../subscriptions/renewal-paid.ts';
import { planRecovery, recordUnpaid } from '../subscriptions/renewal-unpaid.ts';
import { isLive } from '../subscriptions/rules/subscription-order.ts';
import { fulfill } from './fulfill.ts';
import { giveUp, markUnclosed, type Recorded, type Step, wasTooLate } from './give-up.ts';
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
import { canStart } from './trial-claim.ts';

export type { Recorded };

type Outcome<Status extends ChargeOutcome['status']> = Extract<ChargeOutcome, { status: Status }>;

/** A payment's outcome, with the actor and time of its report. */
export interface OutcomeReport {
  readonly payment: PaymentReference;
  readonly outcome: ChargeOutcome;
  readonly actor: Actor;
  readonly now: Date;
}

/** Records the outcome of a payment unless it has succeeded already. Idempotent. */
export const recordOutcome = (
  db: Database,
  reference: PaymentReference,
  outcome: ChargeOutcome,
  actor: Actor,
  now: Date,
): Promise<Recorded> =>
  db.transaction(
    async (tx) => await record({ tx, actor, now, ...(await lockPaymentWithOrder(tx, reference)) }, outcome),
  );

/** Records the success of a payment that credit covers alone, in the transaction that inserted it. */
export const recordCreditPayment = async (
  tx: Tx,
  reference: PaymentReference,
  actor: Actor,
  now: Date,
): Promise<Recorded> =>
  await record({ tx, actor, now, ...(await lockPaymentWithOrder(tx, reference)) }, paidWithCredit);

/**
 * Records the outcomes of payments of different orders in one transaction. Returns the results in the order of the
 * reports. Usual renewals are written together.
 */
export const recordOutcomes = (db: Database, reports: readonly OutcomeReport[]): Promise<Recorded[]> =>
  db.transaction(async (tx) => {
    const locked = await lockPaymentsWithOrders(
      tx,
      reports.map(({ payment }) => payment),
    );
    const steps = reports.map(({ outcome, actor, now }, index) => {
      const { order, payment } = locked[index] as PaymentWithOrder;
      return { order, payment, actor, now, outcome };
    });
    const successes = steps.flatMap((step, index) => {
      const success = renewalSuccessOf(step);
      return success ? [{ ...success, index }] : [];
    });
    const recorded = new Map<number, Recorded>();
    const renewals = await recordRenewals(tx, successes);
    for (const [position, { index }] of successes.entries()) recorded.set(index, renewals[position] as Recorded);
    for (const [index, { outcome, ...step }] of steps.entries()) {
      if (!recorded.has(index)) recorded.set(index, await record({ tx, ...step }, outcome));
    }
    return steps.map((_, index) => recorded.get(index) as Recorded);
  });

/** The success of a usual renewal, which needs no further look at the database; otherwise undefined. */
function renewalSuccessOf({
  order,
  payment,
  outcome,
  ...rest
}: Omit<Step, 'tx'> & { readonly outcome: ChargeOutcome }) {
  const renewed = renewedBy(payment, order);
  if (outcome.status !== 'succeeded' || payment.status !== 'processing' || !renewed) return undefined;
  return isRenewable(renewed, payment) ? { order: renewed, payment, outcome, ...rest } : undefined;
}

async function record(step: Step, outcome: ChargeOutcome): Promise<Recorded> {
  const { payment } = step;
  if (payment.status === 'succeeded') return unchanged(step);
  if (outcome.status === 'failed') return await recordFailure(step, outcome);
  if (outcome.status === 'requires_action') return await recordChallenge(step, outcome);
  if (outcome.status === 'processing') return await recordPending(step, outcome);
  return await recordSuccess(step, outcome);
}

const unchanged = ({ order, payment }: Step): Recorded => ({ order, payment, mustReturnMoney: false });

async function recordFailure(step: Step, { providerPaymentId, code, reason }: Outcome<'failed'>): Promise<Recorded> {
  const { tx, order, payment, actor, now } = step;
  if (payment.status === 'failed') {
    // A late failure report does not undo a charge that took money.
    if (!payment.unclosedSince || wasTooLate(payment)) return unchanged(step);
    // The abandoned attempt is now closed at the provider too.
    const closed = await savePaymentStatus(tx, payment, payment.status, { unclosedSince: null }, now);
    return { order, payment: closed, mustReturnMoney: false };
  }
  const failure = { failureCode: code, failureReason: reason };
  const status = nextPaymentStatus(payment.status, 'fail');
  const renewed = renewedBy(payment, order);
  const recovery = renewed && (await planRecovery(tx, renewed, payment, code, now));
  const data = { ...failure, ...recovery?.data };
  const event = paymentEvent(order, actor, payment)('payment.failed', data, paymentChange(payment, status));
  const [saved] = await Promise.all([
    savePaymentStatus(tx, payment, status, { providerPaymentId, actionUrl: null, ...failure }, now),
    recordEvent(tx, event, now),
  ]);
  const unpaid = renewed && (await recordUnpaid(tx, renewed, actor, saved, { code, recovery }, now));
  if (order.changeOriginOrderId) await recordFailedChange(tx, order, actor, saved, now);
  return { order: unpaid ?? order, payment: saved, mustReturnMoney: false };
}

async function recordChallenge(step: Step, outcome: Outcome<'requires_action'>): Promise<Recorded> {
  const { tx, order, payment, actor, now } = step;
  if (payment.status !== 'processing') return unchanged(step);
  const { providerPaymentId, actionUrl } = outcome;
  const status = nextPaymentStatus(payment.status, 'challenge');
  const saved = await savePaymentStatus(tx, payment, status, { providerPaymentId, actionUrl }, now);
  const changes = paymentChange(payment, status);
  await recordEvent(tx, paymentEvent(order, actor, payment)('payment.requires_action', {}, changes), now);
  return { order, payment: saved, mustReturnMoney: false };
}

async function recordPending(step: Step, { providerPaymentId }: Outcome<'processing'>): Promise<Recorded> {
  const { tx, order, payment, actor, now } = step;
  if (payment.status === 'failed') return await markUnclosed(step);
  if (payment.status === 'requires_action') {
    if (!renewedBy(payment, order) && !(await canStart(tx, order, now)))
      return await giveUpOrder(step, providerPaymentId);
  } else if (payment.providerPaymentId !== null) {
    return unchanged(step);
  }
  const status = payment.status === 'processing' ? payment.status : nextPaymentStatus(payment.status, 'resume');
  const saved = await savePaymentStatus(tx, payment, status, { providerPaymentId, actionUrl: null }, now);
  const changes = paymentChange(payment, status);
  await recordEvent(tx, paymentEvent(order, actor, payment)('payment.pending', {}, changes), now);
  return { order, payment: saved, mustReturnMoney: false };
}

/** Gives up an attempt. A scheduled plan change ends with it. */
async function giveUpOrder(step: Step, providerPaymentId: string | null, isCharged = false): Promise<Recorded> {
  const recorded = await giveUp(step, providerPaymentId, isCharged);
  const { tx, order, actor, now } = step;
  if (order.changeOriginOrderId) await recordUnusableChange(tx, order, actor, recorded.payment, now);
  return recorded;
}

async function recordSuccess(step: Step, outcome: Outcome<'succeeded'>): Promise<Recorded> {
  const { tx, order, payment, actor, now } = step;
  if (!(await canBuy(step))) return await giveUpOrder(step, outcome.providerPaymentId, true);
  const renewed = renewedBy(payment, order);
  if (renewed) {
    const wasRefused = payment.status === 'failed' && payment.paymentMethodId;
    if (wasRefused) await acceptMethod(tx, order, wasRefused);
    const [recorded] = await recordRenewals(tx, [{ ...step, order: renewed, outcome }]);
    return recorded ?? unchanged(step);
  }
  const { status, ...success } = successOf(payment, outcome, now);
  const [saved] = await Promise.all([
    savePaymentStatus(tx, payment, status, success, now),
    // The booking does not depend on the payment's status.
    bookAll(tx, bookingsOf(payment, now)),
  ]);
  const savedMethod = order.productType === 'subscription' ? methodOf(payment.provider, outcome) : undefined;
  if (savedMethod) await setMethodInUse(tx, order, savedMethod, now);
  else if (order.productType === 'subscription' && !order.changeOriginOrderId) {
    log().error({ paymentId: toShortId('PAY', payment.id) }, 'the payment method of a paid subscription was not saved');
  }
  const changes = paymentChange(payment, status);
  return { order: await fulfill(tx, order, actor, payment, changes, now), payment: saved, mustReturnMoney: false };
}

/** The changes of a payment that succeeds. */
function successOf(payment: Payment, { method, providerPaymentId }: Outcome<'succeeded'>, now: Date) {
  const status = nextPaymentStatus(payment.status, 'succeed');
  const methodFields = method && { method: method.type, cardBrand: method.brand, cardLast4: method.last4 };
  const noFailure = { failureCode: null, failureReason: null, unclosedSince: null, actionUrl: null };
  return { status, ...methodFields, ...noFailure, providerPaymentId, succeededAt: now };
}

interface RenewalSuccess extends Pick<Step, 'payment' | 'actor' | 'now'> {
  readonly order: StartedSubscription;
  readonly outcome: Outcome<'succeeded'>;
}

/** Records the successful payments of locked subscriptions, which can all be renewed. */
async function recordRenewals(tx: Tx, successes: readonly RenewalSuccess[]): Promise<Recorded[]> {
  const renewals = successes.map(({ outcome, payment: before, ...success }) => {
    const payment = { ...before, ...successOf(before, outcome, success.now), updatedAt: success.now };
    return { ...success, before, payment };
  });
  const renewed = await renew(tx, renewals);
  return renewals.map(({ order, payment }, index) => ({
    order: renewed[index] ?? order,
    payment,
    mustReturnMoney: false,
  }));
}

/**
 * Whether an attempt can still pay its locked order. An abandoned attempt may be late: another one may be in flight, or the
 * order's terms may have changed. An attempt that is being given back never can, although it still counts as succeeded at
 * the provider.
 */
async function canBuy({ tx, order, payment, actor, now }: Step): Promise<boolean> {
  const renewed = renewedBy(payment, order);
  if (renewed) return await canRenew(tx, renewed, payment);
  if (order.status !== 'pending' || wasTooLate(payment)) return false;
  // A plan change may have been overtaken by a renewal, a cancellation or another change.
  if (payment.status === 'processing') return order.changeOriginOrderId ? await canStart(tx, order, now) : true;
  if (payment.status === 'failed') {
    const latest = await findLatestPayment(tx, { ...order, id: order.checkoutSessionId });
    const isSame = latest?.amountMinor === payment.amountMinor && latest.taxMinor === payment.taxMinor;
    if (!isSame || latest.status === 'processing') return false;
    if (!(await canStart(tx, order, now))) return false;
    return (await endWaitingPayment(tx, order, actor, now)) === undefined;
  }
  return await canStart(tx, order, now);
}

/**
 * Whether an attempt can still pay the next period of its locked subscription. An abandoned attempt cannot while another
 * one is in flight, or two of them might pay the period.
 */
async function canRenew(tx: Tx, order: StartedSubscription, payment: Payment): Promise<boolean> {
  if (!isRenewable(order, payment)) return false;
  return payment.status !== 'failed' || !(await isBeingPaid(tx, order));
}

const isRenewable = (order: StartedSubscription, payment: Payment): boolean =>
  isLive(order.status) && !wasTooLate(payment) && payment.periodNumber === order.periodNumber + 1;
