/**
 * Gives a running subscription another payment method. Like the pay step: intent first, then the provider, then the
 * outcome; nothing is charged. Until the new method is there, the old one stays in use.
 */
import type { Database } from '#db/client.ts';
import type { Environment } from '#server/domain/environments.ts';
import { ApiError } from '#server/domain/errors.ts';
import { isUuid, toShortId } from '#server/domain/ids.ts';
import type { Actor } from '#server/events/rules/event.ts';
import { type Say, sayInEnglish } from '#server/i18n/say.ts';
import { describeFailure, log } from '#server/platform/log.ts';
import { providerNamed } from '#server/providers/payments/index.ts';
import type { ChargeOutcome, PaymentMethod, PaymentProvider } from '#server/providers/payments/provider.ts';
import { answerChallenge } from '#server/providers/payments/sandbox.ts';
import {
  type Admission,
  type Admit,
  type AttemptResult,
  cancelOnError,
  endHeldAttempt,
  keepCountingOnError,
} from '../card-testing/admit.ts';
import { askOutcome, checkAndClose, isUnheardOf, withinTime } from '../payments/ask-provider.ts';
import { listOrderPayments } from '../payments/payments.ts';
import { findProviderName } from '../payments/store-provider.ts';
import { summarizePaymentMethod } from '../payments/summarize-payment-method.ts';
import { declined } from '../wording/decline-words.ts';
import { findMethodChange, findOpenChange, type MethodChange } from './payment-methods.ts';
import { recordMethodOutcome } from './record-method-outcome.ts';
import { changeReference, startChange } from './start-method-change.ts';
import { subscriptionProvider } from './subscription-provider.ts';

export interface MethodChangeRequest {
  readonly store: { readonly id: string };
  /** A subscription of that store: whose it is, the caller has made sure of. */
  readonly order: { readonly id: string; readonly environment: Environment; readonly buyerEmail: string | null };
  readonly method: PaymentMethod;
  /**
   * The page that the buyer's bank sends them back to, whether it asks about the method or about what a past due
   * subscription is charged by it. The sandbox's bank is at `<its path>/challenge/<id>`; what the buyer answers there
   * goes to {@link finishMethodChallenge}, or for a charge to `finishRenewalChallenge`.
   */
  readonly returnUrl: string;
}

export interface MethodChangeOptions {
  readonly provider?: PaymentProvider;
  readonly say?: Say;
  readonly actor?: Actor;
  /** How long the provider is waited for. */
  readonly limitMs?: number;
  /** Asked about every attempt with a method that the provider takes; may refuse it by throwing. */
  readonly admit?: Admit;
}

/** Where the buyer is there to answer their bank, the page that it sends them back to. */
interface Presence {
  readonly returnUrl?: string;
}

/**
 * What the page does next: say that it is done, send the buyer to their bank (`actionUrl`), or ask again with
 * {@link checkMethodChange}. A decline is an error with a sentence for the buyer.
 */
export interface MethodChangeResult {
  readonly state: 'changed' | 'challenge' | 'processing';
  readonly changeId: string;
  readonly actionUrl: string | null;
}

/**
 * Tries another payment method for a subscription that is active, trialing, past due or canceling. Throws an ApiError
 * with a sentence for the buyer: 400 for a decline (`reason`), a method that is not taken here (`field`), a
 * subscription that is over or whose provider cannot be asked, 404 `Order not found`, 409 while another change is on its
 * way. With its new method a past due subscription is charged at once.
 */
export async function changeMethod(
  db: Database,
  { store, order: { id: orderId, environment, buyerEmail }, method, returnUrl }: MethodChangeRequest,
  now: Date,
  options: MethodChangeOptions = {},
): Promise<MethodChangeResult> {
  const { say = sayInEnglish, actor = portalActor(orderId) } = options;
  const provider =
    options.provider ?? (await subscriptionProvider(db, { id: orderId, storeId: store.id, environment }));
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
    await closeWaitingChange(db, { id: orderId, storeId: store.id }, now, options);
    return await db.transaction((tx) =>
      startChange(tx, { storeId: store.id, environment }, orderId, provider.name, { say, actor }, now),
    );
  });
  const charge = {
    ...(await changeReference(db, started.change)),
    method,
    isKept: true,
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
  const hearing = { ...options, returnUrl, admission };
  return await hear(db, started.change, now, hearing, () => provider.charge(charge, now));
}

/** The buyer's answer to the sandbox's bank. 400 where nothing waits for it; a decline as for a change. */
export async function finishMethodChallenge(
  db: Database,
  { store, order, changeId }: Pick<MethodChangeRequest, 'store'> & { order: { id: string }; changeId: string },
  passed: boolean,
  now: Date,
  options: MethodChangeOptions & Presence = {},
): Promise<MethodChangeResult> {
  const { say = sayInEnglish } = options;
  const change = isUuid(changeId) ? await findMethodChange(db, store.id, changeId) : undefined;
  const isWaiting = change?.status === 'requires_action' && change.provider === 'sandbox';
  if (!isWaiting || change.orderId !== order.id || (await findProviderName(db, change)) !== 'sandbox') {
    throw new ApiError(400, say('errors.nothingToConfirm'), 'payment');
  }
  return await hear(db, change, now, options, () => answerChallenge(db, change.id, passed, now));
}

/**
 * What has become of a change by now, for whoever comes back from their bank, and for a provider's word on it. Gives the
 * attempt as it stands; never refuses for a decline.
 */
export async function checkMethodChange(
  db: Database,
  change: MethodChange,
  now: Date,
  options: Pick<MethodChangeOptions, 'provider' | 'actor' | 'limitMs'> & Presence = {},
): Promise<MethodChange> {
  if (change.status === 'succeeded' || change.status === 'failed') return change;
  const provider = options.provider ?? providerNamed(db, change.provider);
  const outcome = await checkAndClose(provider, await changeReference(db, change), now, options.limitMs);
  // Whether it ever arrived is for the worker to decide.
  if (isUnheardOf(outcome)) return change;
  const actor = options.actor ?? workerActor;
  const saved = await recordMethodOutcome(db, change, outcome, actor, now, options);
  await endHeldChange(db, saved);
  return saved;
}

const workerActor: Actor = { kind: 'worker', by: 'check-method-change' };
/** Whoever is at an order's page, however they came there. */
export const portalActor = (orderId: string): Actor => ({ kind: 'portal', by: toShortId('ORD', orderId) });

/** A change that waits for the buyer's bank is over once another method is tried: the provider closes it first. */
async function closeWaitingChange(
  db: Database,
  order: { id: string; storeId: string },
  now: Date,
  { actor = portalActor(order.id), limitMs }: MethodChangeOptions,
): Promise<void> {
  const open = await findOpenChange(db, order);
  if (open?.status !== 'requires_action') return;
  try {
    const reference = await changeReference(db, open);
    const outcome = await withinTime(providerNamed(db, open.provider).settle(reference, now), limitMs);
    await endHeldChange(db, await recordMethodOutcome(db, open, outcome, actor, now));
  } catch (error) {
    log().error({ methodChangeId: open.id, ...describeFailure(error) }, 'waiting method change not closed');
  }
}

/** What shows whether the card was good: where a past due subscription was charged with it at once, that charge. */
async function findAttempt(db: Database, change: MethodChange): Promise<AttemptResult> {
  if (change.status !== 'succeeded') return change;
  const [payment] = await listOrderPayments(db, { id: change.orderId, storeId: change.storeId });
  return payment && payment.createdAt >= change.createdAt ? payment : change;
}

/** Ends the attempt of a change that waited for the buyer's bank or the provider. */
export async function endHeldChange(db: Database, change: MethodChange): Promise<void> {
  const attempt = await findAttempt(db, change);
  await endHeldAttempt(db, attempt, change.id);
  // Held under its charge now, whose outcome may have been recorded meanwhile.
  if (attempt.id !== change.id) await endHeldAttempt(db, await findAttempt(db, change));
}

/** Asks the provider and records what it says; `processing` where it does not answer. */
async function hear(
  db: Database,
  change: MethodChange,
  now: Date,
  options: MethodChangeOptions & Presence & { readonly admission?: Admission | undefined },
  ask: () => Promise<ChargeOutcome>,
): Promise<MethodChangeResult> {
  const { say = sayInEnglish, actor = portalActor(change.orderId), limitMs, admission } = options;
  const changeId = change.id;
  const outcome = await askOutcome(ask, limitMs, { methodChangeId: changeId }, 'method change outcome unknown');
  const readAgain = async () => await findAttempt(db, (await findMethodChange(db, change.storeId, changeId)) ?? change);
  if (!outcome) {
    await admission?.end(db, change, readAgain);
    return { state: 'processing', changeId, actionUrl: null };
  }
  const saved = await keepCountingOnError(admission, () =>
    recordMethodOutcome(db, change, outcome, actor, now, options),
  );
  await (admission ? admission.end(db, await findAttempt(db, saved), readAgain) : endHeldChange(db, saved));
  const { status, failureCode, actionUrl } = saved;
  if (status === 'succeeded') return { state: 'changed', changeId, actionUrl: null };
  if (status === 'requires_action') return { state: 'challenge', changeId, actionUrl };
  if (status === 'processing') return { state: 'processing', changeId, actionUrl: null };
  throw declined(failureCode, say);
}
