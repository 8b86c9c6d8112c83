/**
 * Renewals, like every payment: the intent first, then the provider with its own key, then the outcome, each in a
 * transaction of its own. Whatever dies in between leaves a `processing` payment, which `settle-payments` decides.
 */

import type { Database } from '#db/client.ts';
import { toShortId } from '#server/domain/ids.ts';
import type { Actor } from '#server/events/rules/event.ts';
import type { JobScope } from '#server/platform/data/job-scope.ts';
import { describeFailure, log } from '#server/platform/log.ts';
import { settings } from '#server/platform/settings.ts';
import { ProviderUnavailable, providerNamed } from '#server/providers/payments/index.ts';
import type { Charge, PaymentProvider } from '#server/providers/payments/provider.ts';
import { isProdSuspended } from '#server/stores/rules/prod-sales.ts';
import { holdStore } from '#server/stores/stores.ts';
import { lockStoreOrder } from '../orders/orders.ts';
import { findMethodInUse } from '../payment-methods/payment-methods.ts';
import { applyChargeOutcome, referenceOf, returnOwedMoney } from '../payments/apply-charge-outcome.ts';
import { withinTime } from '../payments/ask-provider.ts';
import { findHoldingPayment, isBeingPaid } from '../payments/payments.ts';
import { type OutcomeReport, type Recorded, recordOutcomes } from '../payments/record-outcome.ts';
import { findProviderName } from '../payments/store-provider.ts';
import { inGroups } from './in-batches.ts';
import { type StartedRenewal, startLocked, startRenewals } from './start-renewals.ts';

export interface RenewalOptions {
  readonly scope?: JobScope;
  readonly actor?: Actor;
  readonly providerOf?: (name: string) => PaymentProvider;
  /** How many are taken in one transaction. */
  readonly batch?: number;
  /** How many are charged at the same time; what is said of them is recorded together. */
  readonly lanes?: number;
  /** How long a provider is waited for. */
  readonly limitMs?: number;
  /** A long run's clock: what it takes later is dated later, or it would look as if nobody were at it. Absent: `now`. */
  readonly readClock?: () => Date;
  /** Takes no further batch once it is aborted; what was taken is finished. */
  readonly signal?: AbortSignal;
  /** Where the buyer waits, if they do: their bank may ask them, and sends them back there. */
  readonly returnUrl?: string | undefined;
}

const worker: Actor = { kind: 'worker', by: 'renew-subscriptions' };

/**
 * Charges every subscription that is due at `now`, in the order in which they are; says how many were taken. A charge
 * that takes long holds up its own lane alone. Few are taken at a time: a charge that waits for its turn for longer than
 * `settle-payments` waits for an answer is closed as one that nobody is at.
 */
export async function renewSubscriptions(db: Database, now: Date, options: RenewalOptions = {}): Promise<number> {
  const { scope = 'everywhere', actor = worker, batch = 20, signal, readClock } = options;
  let total = 0;
  const take = async () => {
    const at = readClock?.() ?? now;
    if (signal?.aborted) return { started: [], at, isLast: true };
    const { taken, started } = await startRenewals(db, scope, actor, at, batch);
    total += taken;
    return { started, at, isLast: taken < batch };
  };
  await chargeInLanes(db, take, { ...options, actor });
  return total;
}

/** Asks the providers for charges whose rows stand, and records what they say. One that fails holds up no other. */
export const chargeRenewals = (
  db: Database,
  started: readonly StartedRenewal[],
  now: Date,
  options: RenewalOptions = {},
): Promise<void> => chargeInLanes(db, async () => ({ started, at: now, isLast: true }), options);

type Taken = { readonly started: readonly StartedRenewal[]; readonly at: Date; readonly isLast: boolean };

/** Charges what `take` gives, until that was the last or could not be taken; then every lane comes to its end first. */
async function chargeInLanes(db: Database, take: () => Promise<Taken>, options: RenewalOptions): Promise<void> {
  const { lanes = 16 } = options;
  const record = inGroups<OutcomeReport, Recorded>((heard) => recordOutcomes(db, heard), lanes);
  const queue: { readonly renewal: StartedRenewal; readonly at: Date }[] = [];
  let isOver = false;
  let taking: Promise<void> | undefined;
  const fill = async () => {
    try {
      const { started, at, isLast } = await take();
      queue.push(...started.map((renewal) => ({ renewal, at })));
      isOver = isLast;
    } catch (error) {
      isOver = true;
      throw error;
    } finally {
      taking = undefined;
    }
  };
  const next = async () => {
    while (queue.length === 0 && !isOver) {
      // One lane takes for all of them.
      taking ??= fill();
      await taking;
    }
    return queue.shift();
  };
  const work = async () => {
    for (let taken = await next(); taken; taken = await next()) {
      await chargeOne(db, taken.renewal, options, taken.at, record);
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: lanes }, work));
  const broken = ended.find((lane) => lane.status === 'rejected');
  if (broken) throw broken.reason;
}

/**
 * Tries a past due subscription again at once, for a method that its buyer has just given. Does nothing where it is not
 * due any more, because somebody else was there first; a charge by another method that waits for a bank is closed. With
 * `returnUrl` the buyer is there to answer their bank, which sends them back to that page. Never throws for what the
 * provider says.
 */
export async function retryNow(
  db: Database,
  { storeId, id }: { storeId: string; id: string },
  actor: Actor,
  now: Date,
  { returnUrl }: Pick<RenewalOptions, 'returnUrl'> = {},
): Promise<void> {
  await closeWaiting(db, { storeId, id }, actor, now);
  const started = await db.transaction(async (tx) => {
    const order = await lockStoreOrder(tx, storeId, id);
    const isDue = order?.status === 'past_due' && order.nextChargeAt !== null && order.nextChargeAt <= now;
    if (!isDue || (await isBeingPaid(tx, order)) || !(await findProviderName(tx, order))) return [];
    // The new method is kept; the charge waits until the store is reinstated.
    const store = await holdStore(tx, storeId);
    if (order.environment === 'prod' && store && isProdSuspended(store)) return [];
    return await startLocked(tx, [order], actor, now);
  });
  await chargeRenewals(db, started, now, { actor, returnUrl });
}

/**
 * Another method takes the place of the one whose bank still waits for the buyer: the provider closes that charge; where
 * the buyer has just passed, that is how it was paid.
 */
async function closeWaiting(
  db: Database,
  order: { storeId: string; id: string },
  actor: Actor,
  now: Date,
): Promise<void> {
  const waiting = await findHoldingPayment(db, order);
  if (waiting?.status !== 'requires_action') return;
  // Told twice of one method: the charge that waits is the one that it was tried with.
  if (waiting.paymentMethodId === (await findMethodInUse(db, order))?.id) return;
  try {
    const provider = providerNamed(db, waiting.provider);
    await applyChargeOutcome(
      db,
      provider,
      waiting,
      await withinTime(provider.settle(referenceOf(waiting), now)),
      actor,
      now,
    );
  } catch (error) {
    log().error({ paymentId: toShortId('PAY', waiting.id), ...describeFailure(error) }, 'waiting renewal not closed');
  }
}

async function chargeOne(
  db: Database,
  renewal: StartedRenewal,
  { actor = worker, providerOf = (name) => providerNamed(db, name), limitMs, returnUrl }: RenewalOptions,
  now: Date,
  record: (heard: OutcomeReport) => Promise<Recorded>,
): Promise<void> {
  const { payment } = renewal;
  try {
    const provider = providerOf(payment.provider);
    const outcome = await withinTime(provider.charge(chargeOf(renewal, returnUrl), now), limitMs);
    const recorded = await record({ payment, outcome, actor, now });
    await returnOwedMoney(db, provider, payment, recorded, actor, now);
  } catch (error) {
    // Unknown is not failed: the payment stays as it is, and `settle-payments` finds out.
    const paymentId = toShortId('PAY', payment.id);
    const what = error instanceof ProviderUnavailable ? 'renewal waits for its provider' : 'renewal outcome unknown';
    log().error({ paymentId, ...describeFailure(error) }, what);
  }
}

function chargeOf({ order, payment, terms }: StartedRenewal, returnUrl: string | undefined): Charge {
  const { providerCustomerId: customerId, providerMethodId: methodId } = terms.method;
  return {
    ...referenceOf(payment),
    method: { kind: 'saved', customerId, methodId },
    isKept: false,
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
