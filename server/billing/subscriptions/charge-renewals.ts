/**
 * Charges renewals like every payment: intent, provider call and outcome, each in a transaction of its own. A crash in
 * between leaves a `processing` payment, which `settle-payments` decides.
 */

import type { Database } from '#db/client.ts';
import { toShortId } from '#server/domain/ids.ts';
import type { Actor } from '#server/events/rules/event.ts';
import type { BatchScope, JobScope } from '#server/platform/data/job-scope.ts';
import type { StoreRow } from '#server/platform/data/merchant-scope.ts';
import { describeFailure, log } from '#server/platform/log.ts';
import { settings } from '#server/platform/settings.ts';
import { ProviderUnavailable, providerNamed } from '#server/providers/payments/index.ts';
import { type Charge, type PaymentProvider, paidWithCredit } from '#server/providers/payments/provider.ts';
import { isProdSuspended } from '#server/stores/rules/prod-sales.ts';
import { holdStore } from '#server/stores/stores.ts';
import { lockStoreOrder } from '../orders/orders.ts';
import { findMethodInUse } from '../payment-methods/payment-methods.ts';
import { applyChargeOutcome, referenceOf, returnUnusableMoney } from '../payments/apply-charge-outcome.ts';
import { withProviderTimeout } from '../payments/ask-provider.ts';
import { findHoldingPayment, isBeingPaid } from '../payments/payments.ts';
import { type OutcomeReport, type Recorded, recordOutcomes } from '../payments/record-outcome.ts';
import { findProviderName } from '../payments/store-provider.ts';
import { batchCalls } from './batch-calls.ts';
import {
  listMerchantsOfDueRenewals,
  type StartedRenewal,
  startLockedRenewals,
  startRenewals,
} from './start-renewals.ts';

export interface RenewalOptions {
  readonly scope?: JobScope;
  readonly actor?: Actor;
  readonly providerOf?: (name: string) => PaymentProvider;
  /** The subscriptions per transaction. */
  readonly batch?: number;
  /** The concurrent charges, limited for Stripe's 100 requests per second. Their outcomes are recorded in batches. */
  readonly concurrency?: number;
  /** The timeout of a provider call. */
  readonly limitMs?: number;
  /** The clock of a long run, so that later batches get later timestamps. Without one, `now` applies to all. */
  readonly readClock?: () => Date;
  /** Once aborted, no further batch starts; started charges are finished. */
  readonly signal?: AbortSignal;
  /** The page that the bank returns to, if the buyer is present. */
  readonly returnUrl?: string | undefined;
}

/** The merchants of one search. */
const maxMerchants = 1000;

const worker: Actor = { kind: 'worker', by: 'renew-subscriptions' };

/**
 * Charges all subscriptions that are due at `now`, the longest due first. Returns their number. Batches are small, because
 * `settle-payments` would close a charge that waits too long for its turn.
 */
export async function renewSubscriptions(db: Database, now: Date, options: RenewalOptions = {}): Promise<number> {
  const { scope = 'everywhere', actor = worker, batch = 40, signal, readClock } = options;
  const failures: unknown[] = [];
  let total = 0;
  const queue: BatchScope[] = scope === 'everywhere' ? [] : [scope];
  const served: string[] = [];
  let isSearched = scope !== 'everywhere';
  const search = async (at: Date) => {
    const due = await listMerchantsOfDueRenewals(db, at, { limit: maxMerchants, except: served });
    served.push(...due);
    queue.push(...due.map((merchantId) => ({ merchantId })));
    isSearched = due.length < maxMerchants;
  };
  // Merchants take turns. A failing one does not block the others.
  const take = async (): Promise<Batch> => {
    const at = readClock?.() ?? now;
    if (signal?.aborted) return { started: [], at, isLast: true };
    if (queue.length === 0 && !isSearched) await search(at);
    const next = queue.shift();
    if (!next) return { started: [], at, isLast: isSearched };
    try {
      const { lockedCount, started } = await startRenewals(db, next, actor, at, batch);
      total += lockedCount;
      if (lockedCount === batch) queue.push(next);
      return { started, at, isLast: queue.length === 0 && isSearched };
    } catch (error) {
      failures.push(error);
      return { started: [], at, isLast: queue.length === 0 && isSearched };
    }
  };
  await chargeConcurrently(db, take, { ...options, actor });
  if (failures.length > 0) throw failures[0];
  return total;
}

/** Makes started charges and records their outcomes. A failing charge does not block the others. */
export const chargeRenewals = (
  db: Database,
  started: readonly StartedRenewal[],
  now: Date,
  options: RenewalOptions = {},
): Promise<void> => chargeConcurrently(db, async () => ({ started, at: now, isLast: true }), options);

type Batch = { readonly started: readonly StartedRenewal[]; readonly at: Date; readonly isLast: boolean };

/** Charges batches from `take` until the last one or an error, and finishes all started charges. */
async function chargeConcurrently(db: Database, take: () => Promise<Batch>, options: RenewalOptions): Promise<void> {
  const { concurrency = 32 } = options;
  const recorders = new Map<string, (report: OutcomeReport) => Promise<Recorded>>();
  // A transaction records the outcomes of one merchant.
  const record = (report: OutcomeReport): Promise<Recorded> => {
    const { merchantId } = report.payment;
    const recorder =
      recorders.get(merchantId) ??
      batchCalls<OutcomeReport, Recorded>((reports) => recordOutcomes(db, reports), concurrency);
    recorders.set(merchantId, recorder);
    return recorder(report);
  };
  const queue: { readonly renewal: StartedRenewal; readonly at: Date }[] = [];
  let isOver = false;
  let pendingTake: Promise<void> | undefined;
  const fetchBatch = async () => {
    try {
      const { started, at, isLast } = await take();
      queue.push(...started.map((renewal) => ({ renewal, at })));
      isOver = isLast;
    } catch (error) {
      isOver = true;
      throw error;
    } finally {
      pendingTake = undefined;
    }
  };
  const next = async () => {
    while (queue.length === 0 && !isOver) {
      // One worker fetches the next batch for all of them.
      pendingTake ??= fetchBatch();
      await pendingTake;
    }
    return queue.shift();
  };
  const work = async () => {
    for (let item = await next(); item; item = await next()) {
      await chargeOne(db, item.renewal, options, item.at, record);
    }
  };
  const results = await Promise.allSettled(Array.from({ length: concurrency }, work));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}

/**
 * Charges a past due subscription again, with a method that its buyer has just given. Does nothing if the charge is no
 * longer due. Closes a charge by another method that waits for 3D Secure. With `returnUrl`, the buyer is present for a
 * challenge. Never throws for the provider's outcome.
 */
export async function retryNow(
  db: Database,
  { id, merchantId, storeId }: StoreRow,
  actor: Actor,
  now: Date,
  { returnUrl }: Pick<RenewalOptions, 'returnUrl'> = {},
): Promise<void> {
  await closeWaitingCharge(db, { id, merchantId, storeId }, actor, now);
  const started = await db.transaction(async (tx) => {
    const order = await lockStoreOrder(tx, { merchantId, storeId }, id);
    const isDue = order?.status === 'past_due' && order.nextChargeAt !== null && order.nextChargeAt <= now;
    // A scheduled plan change is charged instead.
    if (!isDue || order.changeOrderId || (await isBeingPaid(tx, order)) || !(await findProviderName(tx, order)))
      return [];
    // The new method stays saved; the charge waits until the store is reinstated.
    const store = await holdStore(tx, order);
    if (order.environment === 'prod' && store && isProdSuspended(store)) return [];
    return await startLockedRenewals(tx, [order], actor, now);
  });
  await chargeRenewals(db, started, now, { actor, returnUrl });
}

/**
 * Closes a charge by the old method that still waits for 3D Secure. If the buyer has just passed it, the charge succeeds
 * instead.
 */
async function closeWaitingCharge(db: Database, order: StoreRow, actor: Actor, now: Date): Promise<void> {
  const waiting = await findHoldingPayment(db, order);
  if (waiting?.status !== 'requires_action') return;
  // The method has not changed since: the open charge is the attempt with it.
  if (waiting.paymentMethodId === (await findMethodInUse(db, order))?.id) return;
  try {
    const provider = providerNamed(db, waiting.provider);
    await applyChargeOutcome(
      db,
      provider,
      waiting,
      await withProviderTimeout(provider.settle(referenceOf(waiting), now)),
      actor,
      now,
    );
  } catch (error) {
    log().error(
      { paymentId: toShortId('PAY', waiting.id), ...describeFailure(error) },
      'could not close a pending renewal',
    );
  }
}

async function chargeOne(
  db: Database,
  renewal: StartedRenewal,
  { actor = worker, providerOf = (name) => providerNamed(db, name), limitMs, returnUrl }: RenewalOptions,
  now: Date,
  record: (reports: OutcomeReport) => Promise<Recorded>,
): Promise<void> {
  const { payment } = renewal;
  try {
    const provider = providerOf(payment.provider);
    const outcome =
      payment.amountMinor === 0
        ? paidWithCredit
        : await withProviderTimeout(provider.charge(chargeOf(renewal, returnUrl), now), limitMs);
    const recorded = await record({ payment, outcome, actor, now });
    await returnUnusableMoney(db, provider, payment, recorded, actor, now);
  } catch (error) {
    // The outcome is unknown: the payment stays open, and `settle-payments` decides it.
    const paymentId = toShortId('PAY', payment.id);
    const message =
      error instanceof ProviderUnavailable
        ? 'renewal is postponed: its payment provider is not configured'
        : 'the outcome of a renewal is unknown';
    log().error({ paymentId, ...describeFailure(error) }, message);
  }
}

function chargeOf({ order, payment, terms }: StartedRenewal, returnUrl: string | undefined): Charge {
  const { providerCustomerId: customerId, providerMethodId: methodId } = terms.method;
  return {
    ...referenceOf(payment),
    method: { kind: 'saved', customerId, methodId },
    savesMethod: false,
    isOffSession: returnUrl === undefined,
    buyerEmail: order.buyerEmail,
    description: terms.productName,
    returnUrl: returnUrl ?? `${settings().checkoutUrl}/${terms.storeSlug}/portal/orders/${toShortId('ORD', order.id)}`,
    references: {
      storeId: toShortId('STO', order.storeId),
      orderId: toShortId('ORD', order.id),
      paymentId: toShortId('PAY', payment.id),
    },
  };
}
