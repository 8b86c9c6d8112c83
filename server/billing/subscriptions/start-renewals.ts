/** Inserts the intents to charge due subscriptions, before a provider is asked. */
import type { Database, Tx } from '#db/client.ts';
import { amountsOf } from '#server/domain/amounts.ts';
import type { Actor } from '#server/events/rules/event.ts';
import type { DueSearch } from '#server/platform/data/due-merchants.ts';
import { type BatchScope, mayTake } from '#server/platform/data/job-scope.ts';
import { settings } from '#server/platform/settings.ts';
import { configuredProvider } from '#server/providers/rules/payment-provider.ts';
import { taxProvider } from '#server/providers/tax/index.ts';
import type { StartedSubscription } from '../orders/rules/order.ts';
import type { StoredMethod } from '../payment-methods/payment-methods.ts';
import type { Payment } from '../payments/payments.ts';
import { settle } from '../plan-changes/rules/plan-change.ts';
import {
  clearNextCharges,
  findMerchantsOfDueRenewals,
  findRenewalTerms,
  insertRenewalPayments,
  lockDueRenewals,
  type RenewalIntent,
  type RenewalTerms,
} from './data/renewals.ts';
import { skipCharge } from './renewal-unpaid.ts';

/** A charge whose payment row is inserted, but that has not been sent to the provider. */
export interface StartedRenewal extends RenewalIntent {
  readonly payment: Payment;
}

/** The merchants with renewals due at `now`, the longest due first. Locks nothing. */
export const listMerchantsOfDueRenewals = (db: Database, now: Date, search: DueSearch): Promise<string[]> =>
  findMerchantsOfDueRenewals(db, now, liveProvider(), search);

/**
 * Starts the charges of up to `limit` subscriptions that are due at `now`, the longest due first. Without a usable method,
 * the day counts as a failed retry. `taken` counts both; 0 if nothing is due or other workers hold the locks.
 */
export const startRenewals = (
  db: Database,
  scope: BatchScope,
  actor: Actor,
  now: Date,
  limit: number,
): Promise<{ lockedCount: number; started: StartedRenewal[] }> =>
  db.transaction(async (tx) => {
    if (!(await mayTake(tx, scope))) return { lockedCount: 0, started: [] };
    const due = await lockDueRenewals(tx, scope, now, limit, liveProvider());
    return { lockedCount: due.length, started: await startLockedRenewals(tx, due, actor, now) };
  });

/** Starts the charges of one merchant's subscriptions, which the caller has locked. */
export async function startLockedRenewals(
  tx: Tx,
  due: readonly StartedSubscription[],
  actor: Actor,
  now: Date,
): Promise<StartedRenewal[]> {
  if (due.length === 0) return [];
  const termsOf = await findRenewalTerms(tx, due);
  const intents: RenewalIntent[] = [];
  for (const order of due) {
    const terms = termsOf.get(order.id);
    if (!terms) throw new Error(`subscription ${order.id} has no session, product or store`);
    const method = usableMethod(order, terms.method);
    const amounts = amountsDue(order, terms, now);
    const settlement = settle(amounts, order.creditMinor);
    // Credit that covers the period needs no working card.
    if (method && (!method.refusedAt || settlement.dueMinor === 0)) {
      intents.push({ order, terms: { ...terms, method }, amounts, settlement });
    } else await skipCharge(tx, order, actor, { reason: skipReasonOf(method), method }, now);
  }
  const payments = await insertRenewalPayments(tx, intents, now);
  await clearNextCharges(
    tx,
    intents.map(({ order }) => order),
    now,
  );
  return intents.map((intent, index) => ({ ...intent, payment: payments[index] as Payment }));
}

/** Why a charge is skipped. A bank that requires authentication has not refused the card. */
const skipReasonOf = (method: StoredMethod | undefined): string => {
  if (!method) return 'no_method';
  return method.refusedCode === 'authentication_required' ? method.refusedCode : 'method_refused';
};

/** The provider of new payments in prod. */
const liveProvider = () => configuredProvider('prod', settings());

/** Once prod has a real provider, a method saved at the sandbox is unusable: the customer has to give a card. */
export const usableMethod = (
  { environment }: Pick<StartedSubscription, 'environment'>,
  method: StoredMethod | undefined,
): StoredMethod | undefined =>
  environment === 'prod' && method?.provider === 'sandbox' && liveProvider() !== 'sandbox' ? undefined : method;

/** The price at purchase with the current tax. */
const amountsDue = ({ billingDetail }: StartedSubscription, { price }: RenewalTerms, now: Date) =>
  amountsOf(price, billingDetail, now, taxProvider());
