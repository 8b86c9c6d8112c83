/**
 * Changes the payment method of an active subscription. Like the pay step: records the intent, asks the provider, then
 * records the outcome, without a charge. The old method stays in use until the new one is saved.
 */

import type { Database } from '#db/client.ts';
import type { Environment } from '#server/domain/environments.ts';
import { ApiError } from '#server/domain/errors.ts';
import { isUuid, toShortId } from '#server/domain/ids.ts';
import { isLivePayment } from '#server/domain/payment.ts';
import type { Actor } from '#server/events/rules/event.ts';
import { type Say, sayInEnglish } from '#server/i18n/say.ts';
import { type StoreRow, scopeOfStore } from '#server/platform/data/merchant-scope.ts';
import { describeFailure, log } from '#server/platform/log.ts';
import { providerNamed } from '#server/providers/payments/index.ts';
import type { ChargeOutcome, PaymentMethod, PaymentProvider } from '#server/providers/payments/provider.ts';
import { answerChallenge } from '#server/providers/payments/sandbox.ts';
import type { Store } from '#server/stores/stores.ts';
import {
  type Admission,
  type Admit,
  type AttemptResult,
  cancelOnError,
  endHeldAttempt,
  keepCountingOnError,
} from '../card-testing/admit.ts';
import { askOutcome, checkAndClose, isUnknownToProvider, withProviderTimeout } from '../payments/ask-provider.ts';
import { listOrderPayments } from '../payments/payments.ts';
import { findProviderName } from '../payments/store-provider.ts';
import { summarizePaymentMethod } from '../payments/summarize-payment-method.ts';
import { declined } from '../wording/decline-words.ts';
import { findMethodChange, findOpenChange, type MethodChange } from './payment-methods.ts';
import { recordMethodOutcome } from './record-method-outcome.ts';
import { changeReference, startChange } from './start-method-change.ts';
import { subscriptionProvider } from './subscription-provider.ts';

export interface MethodChangeRequest {
  readonly store: Pick<Store, 'id' | 'merchantId'>;
  /** A subscription of that store; the caller has checked who owns it. */
  readonly order: { readonly id: string; readonly environment: Environment; readonly buyerEmail: string | null };
  readonly method: PaymentMethod;
  /**
   * The page that the buyer's bank returns to, from a challenge for the method or for the charge of a past due
   * subscription. The sandbox's bank is at `<its path>/challenge/<id>`; its answer goes to {@link finishMethodChallenge},
   * or for a charge to `finishRenewalChallenge`.
   */
  readonly returnUrl: string;
}

export interface MethodChangeOptions {
  readonly provider?: PaymentProvider;
  readonly say?: Say;
  readonly actor?: Actor;
  /** The timeout of the provider call. */
  readonly limitMs?: number;
  /** Admits each attempt with a method that the provider accepts; refuses it by throwing. */
  readonly admit?: Admit;
}

/** The page that the bank returns to, if the buyer is present to answer a challenge. */
interface ReturnPage {
  readonly returnUrl?: string;
}

/**
 * The next step of the page: done, redirect the buyer to their bank (`actionUrl`), or poll with {@link checkMethodChange}.
 * A decline is an error with a message for the buyer.
 */
export interface MethodChangeResult {
  readonly state: 'changed' | 'challenge' | 'processing';
  readonly changeId: string;
  readonly actionUrl: string | null;
}

/**
 * Tries another payment method for a subscription that is active, trialing, past due or canceling, and charges a past due
 * one immediately. Throws an ApiError with a message for the buyer: 400 for a decline (`reason`), an unsupported method
 * (`field`), a subscription that is over or whose provider is unavailable; 404 `Order not found`; 409 while another change
 * is in progress.
 */
export async function changeMethod(
  db: Database,
  { store, order: { id: orderId, environment, buyerEmail }, method, returnUrl }: MethodChangeRequest,
  now: Date,
  options: MethodChangeOptions = {},
): Promise<MethodChangeResult> {
  const { say = sayInEnglish, actor = portalActor(orderId) } = options;
  const provider =
    options.provider ?? (await subscriptionProvider(db, { ...scopeOfStore(store), id: orderId, environment }));
  if (!provider) throw new ApiError(400, say('portal.card.notNow'), 'payment');
  summarizePaymentMethod(provider, method, say);
  const admission = await options.admit?.({
    store,
    environment,
    ownerId: orderId,
    email: buyerEmail,
    readCard: () => provider.readCard(method),
  });
  const started = await cancelOnError(admission, async () => {
    await closeWaitingChange(db, { ...scopeOfStore(store), id: orderId }, now, options);
    return await db.transaction((tx) =>
      startChange(tx, { ...scopeOfStore(store), environment }, orderId, provider.name, { say, actor }, now),
    );
  });
  const charge = {
    ...(await changeReference(db, started.change)),
    method,
    savesMethod: true,
    isOffSession: false,
    mustAuthenticate: admission?.mustAuthenticate ?? false,
    buyerEmail: started.order.buyerEmail,
    description: started.description,
    returnUrl,
    references: {
      storeId: toShortId('STO', store.id),
      orderId: toShortId('ORD', orderId),
      methodChangeId: started.change.id,
    },
  };
  const outcomeOptions = { ...options, returnUrl, admission };
  return await applyOutcome(db, started.change, now, outcomeOptions, () => provider.charge(charge, now));
}

/** Applies the buyer's answer to the sandbox's challenge. Throws 400 if no challenge is open, or for a decline. */
export async function finishMethodChallenge(
  db: Database,
  { store, order, changeId }: Pick<MethodChangeRequest, 'store'> & { order: { id: string }; changeId: string },
  passed: boolean,
  now: Date,
  options: MethodChangeOptions & ReturnPage = {},
): Promise<MethodChangeResult> {
  const { say = sayInEnglish } = options;
  const change = isUuid(changeId) ? await findMethodChange(db, scopeOfStore(store), changeId) : undefined;
  const isOpenChallenge = change?.status === 'requires_action' && change.provider === 'sandbox';
  if (!isOpenChallenge || change.orderId !== order.id || (await findProviderName(db, change)) !== 'sandbox') {
    throw new ApiError(400, say('errors.nothingToConfirm'), 'payment');
  }
  return await applyOutcome(db, change, now, options, () => answerChallenge(db, change.id, passed, now));
}

/**
 * Checks an open change with its provider, after the buyer's return or a webhook. Returns the current row; never throws
 * for a decline.
 */
export async function checkMethodChange(
  db: Database,
  change: MethodChange,
  now: Date,
  options: Pick<MethodChangeOptions, 'provider' | 'actor' | 'limitMs'> & ReturnPage = {},
): Promise<MethodChange> {
  if (!isLivePayment(change.status)) return change;
  const provider = options.provider ?? providerNamed(db, change.provider);
  const outcome = await checkAndClose(provider, await changeReference(db, change), now, options.limitMs);
  // The charge may still arrive; the worker decides.
  if (isUnknownToProvider(outcome)) return change;
  const actor = options.actor ?? workerActor;
  const saved = await recordMethodOutcome(db, change, outcome, actor, now, options);
  await endHeldChange(db, saved);
  return saved;
}

const workerActor: Actor = { kind: 'worker', by: 'check-method-change' };
/** Any visitor of an order's page. */
export const portalActor = (orderId: string): Actor => ({ kind: 'portal', by: toShortId('ORD', orderId) });

/** Closes a change that waits for a challenge, at the provider too, before another method is tried. */
async function closeWaitingChange(
  db: Database,
  order: StoreRow,
  now: Date,
  { actor = portalActor(order.id), limitMs }: MethodChangeOptions,
): Promise<void> {
  const open = await findOpenChange(db, order);
  if (open?.status !== 'requires_action') return;
  try {
    const reference = await changeReference(db, open);
    const outcome = await withProviderTimeout(providerNamed(db, open.provider).settle(reference, now), limitMs);
    await endHeldChange(db, await recordMethodOutcome(db, open, outcome, actor, now));
  } catch (error) {
    log().error(
      { methodChangeId: open.id, ...describeFailure(error) },
      'could not close a pending payment method change',
    );
  }
}

/** The attempt that shows whether the card works: the charge of a past due subscription, or else the change itself. */
async function findAttempt(db: Database, change: MethodChange): Promise<AttemptResult> {
  if (change.status !== 'succeeded') return change;
  const [payment] = await listOrderPayments(db, { ...change, id: change.orderId });
  return payment && payment.createdAt >= change.createdAt ? payment : change;
}

/** Ends the held attempt of a change that waited for a challenge or the provider. */
export async function endHeldChange(db: Database, change: MethodChange): Promise<void> {
  const attempt = await findAttempt(db, change);
  await endHeldAttempt(db, attempt, change.id);
  // The attempt is now held under its charge, whose outcome may already be recorded.
  if (attempt.id !== change.id) await endHeldAttempt(db, await findAttempt(db, change));
}

/** Asks the provider and records the outcome; `processing` if the provider does not answer. */
async function applyOutcome(
  db: Database,
  change: MethodChange,
  now: Date,
  options: MethodChangeOptions & ReturnPage & { readonly admission?: Admission | undefined },
  ask: () => Promise<ChargeOutcome>,
): Promise<MethodChangeResult> {
  const { say = sayInEnglish, actor = portalActor(change.orderId), limitMs, admission } = options;
  const changeId = change.id;
  const outcome = await askOutcome(ask, limitMs, { methodChangeId: changeId }, 'method change outcome unknown');
  const reload = async () => await findAttempt(db, (await findMethodChange(db, change, changeId)) ?? change);
  if (!outcome) {
    await admission?.end(db, change, reload);
    return { state: 'processing', changeId, actionUrl: null };
  }
  const saved = await keepCountingOnError(admission, () =>
    recordMethodOutcome(db, change, outcome, actor, now, options),
  );
  await (admission ? admission.end(db, await findAttempt(db, saved), reload) : endHeldChange(db, saved));
  const { status, failureCode, actionUrl } = saved;
  if (status === 'succeeded') return { state: 'changed', changeId, actionUrl: null };
  if (status === 'requires_action') return { state: 'challenge', changeId, actionUrl };
  if (status === 'processing') return { state: 'processing', changeId, actionUrl: null };
  throw declined(failureCode, say);
}
