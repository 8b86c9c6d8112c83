/**
 * Scheduled plan changes start when the current period ends: intent, provider call and outcome, each in a transaction of its
 * own, like a renewal. A crash in between leaves a `processing` payment, which `settle-payments` decides.
 */
import type { Database, Tx } from '#db/client.ts';
import { toShortId } from '#server/domain/ids.ts';
import type { Actor } from '#server/events/rules/event.ts';
import { type JobScope, mayTake } from '#server/platform/data/job-scope.ts';
import { describeFailure, log } from '#server/platform/log.ts';
import { settings } from '#server/platform/settings.ts';
import { providerNamed } from '#server/providers/payments/index.ts';
import type { PaymentProvider } from '#server/providers/payments/provider.ts';
import { configuredProvider } from '#server/providers/rules/payment-provider.ts';
import { findStoreSession } from '../orders/checkout-sessions.ts';
import { saveOrderStatus } from '../orders/orders.ts';
import type { SubscriptionOrder } from '../orders/rules/order.ts';
import { findMethodInUse, type StoredMethod } from '../payment-methods/payment-methods.ts';
import { applyChargeOutcome, referenceOf } from '../payments/apply-charge-outcome.ts';
import { withProviderTimeout } from '../payments/ask-provider.ts';
import { isBeingPaid, type Payment } from '../payments/payments.ts';
import { recordCreditPayment } from '../payments/record-outcome.ts';
import { canStart } from '../payments/trial-claim.ts';
import { findQuote, type Quote } from '../quotes/data/quotes.ts';
import { findDueChanges } from '../subscriptions/data/renewals.ts';
import { usableMethod } from '../subscriptions/start-renewals.ts';
import { insertChangePayment, savedMethodFields } from './change-payment.ts';
import { calculateChange } from './change-terms.ts';
import { findOrigin, lockOrder, type OriginKey } from './data/origins.ts';
import { recordChangeFailure } from './failed-change.ts';
import { type LiveOrigin, requireChangeable } from './origin.ts';
import { hasScheduledChange } from './scheduled-order.ts';

const worker: Actor = { kind: 'worker', by: 'apply-plan-changes' };
const batch = 100;

export interface ApplyOptions {
  readonly scope?: JobScope;
  readonly actor?: Actor;
  readonly providerOf?: (name: string) => PaymentProvider;
  readonly limitMs?: number;
}

/** Starts all plan changes that are due at `now`, the longest due first. Returns their number. */
export async function applyScheduledChanges(db: Database, now: Date, options: ApplyOptions = {}): Promise<number> {
  const { scope = 'everywhere', actor = worker } = options;
  const liveProvider = configuredProvider('prod', settings());
  let total = 0;
  const tried = new Set<string>();
  for (;;) {
    if (!(await mayTake(db, scope))) return total;
    const due = await findDueChanges(db, scope, now, batch, liveProvider);
    const fresh = due.filter(({ orderId }) => !tried.has(orderId));
    if (fresh.length === 0) return total;
    for (const key of fresh) {
      tried.add(key.orderId);
      const started = await startOne(db, key, actor, now);
      if (!started) continue;
      total += 1;
      if (started !== 'decided') await chargeChange(db, started, { ...options, actor }, now);
    }
  }
}

/** Starts a change in its own transaction, so that a failure stops no other change. The next run tries it again. */
async function startOne(db: Database, key: OriginKey, actor: Actor, now: Date) {
  try {
    return await db.transaction((tx) => startChange(tx, key, actor, now));
  } catch (error) {
    log().error({ orderId: toShortId('ORD', key.orderId), ...describeFailure(error) }, 'a plan change could not start');
    return undefined;
  }
}

interface StartedChange {
  readonly order: SubscriptionOrder;
  readonly payment: Payment;
  readonly method: StoredMethod;
  readonly productName: string;
}

/** Inserts the payment of a due change. Undefined if it is no longer due; `decided` if no charge is necessary or possible. */
async function startChange(
  tx: Tx,
  key: OriginKey,
  actor: Actor,
  now: Date,
): Promise<StartedChange | 'decided' | undefined> {
  const changeOrderId = (await findOrigin(tx, key))?.order.changeOrderId;
  if (!changeOrderId) return undefined;
  const order = await lockOrder(tx, { ...key, orderId: changeOrderId });
  const locked = await lockOrder(tx, key);
  const found = await findOrigin(tx, key);
  const isDue = locked && hasScheduledChange(locked) && locked.nextChargeAt !== null && locked.nextChargeAt <= now;
  if (!isDue || !found || order?.productType !== 'subscription' || order.status !== 'pending') return undefined;
  if (locked.pausedAt || locked.status === 'canceling' || (await isBeingPaid(tx, order))) return undefined;
  const origin = requireChangeable(found);
  const quote = await quoteFor(tx, order, origin, now);
  if (!quote) return await fail(tx, order, actor, quoteChanged, now);
  if (!(await canStart(tx, order, now))) return await fail(tx, order, actor, overtaken, now);
  const method = usableMethod(locked, await findMethodInUse(tx, locked));
  const isPayable = method && (!method.refusedAt || quote.content.dueMinor === 0);
  if (!isPayable) return await fail(tx, order, actor, noMethod, now);
  const payment = await insertChangePayment(tx, order, quote, savedMethodFields(method), now);
  await saveOrderStatus(tx, locked, locked.status, { nextChargeAt: null }, now);
  if (payment.amountMinor > 0) return { order, payment, method, productName: quote.content.productName };
  await recordCreditPayment(tx, payment, actor, now);
  return 'decided';
}

const quoteChanged = {
  failureCode: 'quote_changed',
  failureReason: 'The amount due is no longer the confirmed one.',
} as const;
const overtaken = {
  failureCode: 'overtaken',
  failureReason: 'The subscription, or another one of the customer, has changed since the confirmation.',
} as const;
const noMethod = { failureCode: 'no_method', failureReason: 'There is no usable payment method.' } as const;

/** The confirmed quote, unless it is of another period or its amounts are different now, for example because a tax has changed. */
async function quoteFor(tx: Tx, order: SubscriptionOrder, origin: LiveOrigin, now: Date): Promise<Quote | undefined> {
  const { merchantId, storeId, quoteId, checkoutSessionId } = order;
  const [quote, session] = [
    quoteId ? await findQuote(tx, { merchantId, storeId, quoteId }) : undefined,
    await findStoreSession(tx, { merchantId, storeId }, checkoutSessionId),
  ];
  const isSamePeriod = quote?.content.change?.periodNumber === origin.order.periodNumber;
  if (!quote || !session || !isSamePeriod) return undefined;
  const { dueMinor, dueTaxMinor, creditUsedMinor } = await calculateChange(tx, { session, order }, origin, now);
  const { content } = quote;
  const isSame =
    dueMinor === content.dueMinor && dueTaxMinor === content.dueTaxMinor && creditUsedMinor === content.creditUsedMinor;
  return isSame ? quote : undefined;
}

async function fail(
  tx: Tx,
  order: SubscriptionOrder,
  actor: Actor,
  failure: { readonly failureCode: string; readonly failureReason: string },
  now: Date,
): Promise<'decided'> {
  await recordChangeFailure(tx, order, actor, failure, now);
  return 'decided';
}

async function chargeChange(
  db: Database,
  { order, payment, method, productName }: StartedChange,
  { actor = worker, providerOf = (name) => providerNamed(db, name), limitMs }: ApplyOptions,
  now: Date,
): Promise<void> {
  try {
    const provider = providerOf(payment.provider);
    const charge = {
      ...referenceOf(payment),
      method: { kind: 'saved' as const, customerId: method.providerCustomerId, methodId: method.providerMethodId },
      savesMethod: false,
      isOffSession: true,
      buyerEmail: order.buyerEmail,
      description: productName,
      returnUrl: settings().checkoutUrl,
      references: {
        storeId: toShortId('STO', order.storeId),
        orderId: toShortId('ORD', order.id),
        paymentId: toShortId('PAY', payment.id),
      },
    };
    const outcome = await withProviderTimeout(provider.charge(charge, now), limitMs);
    await applyChargeOutcome(db, provider, payment, outcome, actor, now);
  } catch (error) {
    // The outcome is unknown: the payment stays open, and `settle-payments` decides it.
    const paymentId = toShortId('PAY', payment.id);
    log().error({ paymentId, ...describeFailure(error) }, 'the outcome of a plan change is unknown');
  }
}
