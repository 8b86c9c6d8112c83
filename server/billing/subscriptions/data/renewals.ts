/** Subscriptions whose next period is due, and the terms of their charges. */

import {
  and,
  asc,
  desc,
  eq,
  inArray,
  isNotNull,
  isNull,
  lte,
  max,
  ne,
  not,
  notExists,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { checkoutSessions, orders, paymentMethods, payments, productVersions, stores } from '#db/schema/index.ts';
import type { Price } from '#server/catalog/rules/prices.ts';
import type { Amounts } from '#server/domain/amounts.ts';
import { newId } from '#server/domain/ids.ts';
import { livePaymentStatuses } from '#server/domain/payment.ts';
import { type DueSearch, listDueMerchants } from '#server/platform/data/due-merchants.ts';
import {
  type BatchScope,
  hasMerchant,
  inJobScope,
  type JobScope,
  ofSameMerchant,
  type SearchScope,
} from '#server/platform/data/job-scope.ts';
import { inStore, isStoreOf, refersTo, type StoreRow } from '#server/platform/data/merchant-scope.ts';
import { searchMerchants } from '#server/platform/data/merchant-search.ts';
import type { ProviderName } from '#server/providers/rules/payment-provider.ts';
import { realPaymentsOf } from '#server/stores/data/real-payments.ts';
import { parseStartedSubscription, type StartedSubscription } from '../../orders/rules/order.ts';
import type { StoredMethod } from '../../payment-methods/payment-methods.ts';
import type { Payment } from '../../payments/payments.ts';
import type { Settlement } from '../../plan-changes/rules/plan-change.ts';
import { billableStatuses } from '../rules/subscription-order.ts';

const isRenewalDue = (tx: Tx, scope: SearchScope | BatchScope, now: Date, liveProvider: ProviderName | undefined) =>
  and(
    isDue(tx, scope, now, liveProvider),
    // A scheduled plan change replaces the renewal.
    isNull(orders.changeOrderId),
    notExists(
      tx
        .select({ one: sql`1` })
        .from(payments)
        .where(and(refersTo(payments, payments.orderId, orders), inArray(payments.status, [...livePaymentStatuses]))),
    ),
  );

/** The merchants of subscriptions to charge by `now`, the longest due first. Locks nothing. */
export const findMerchantsOfDueRenewals = (
  tx: Tx,
  now: Date,
  liveProvider: ProviderName | undefined,
  search: DueSearch,
): Promise<string[]> => {
  const where = (scope: SearchScope) => isRenewalDue(tx, scope, now, liveProvider);
  return listDueMerchants(tx, { table: orders, dueAt: orders.nextChargeAt, where }, search);
};

/**
 * Locks subscriptions to charge by `now`, the longest due first; skips locked rows, subscriptions that are not billable and
 * those with an open payment. In prod, only those that `liveProvider` may charge.
 */
export const lockDueRenewals = async (
  tx: Tx,
  scope: BatchScope,
  now: Date,
  limit: number,
  liveProvider: ProviderName | undefined,
): Promise<StartedSubscription[]> => {
  const rows = await tx
    .select()
    .from(orders)
    .where(isRenewalDue(tx, scope, now, liveProvider))
    .orderBy(asc(orders.nextChargeAt), asc(orders.id))
    .limit(limit)
    .for('update', { of: orders, skipLocked: true });
  return rows.map(parseStartedSubscription);
};

/** Billable subscriptions to charge by `now`. Subscriptions of suspended stores wait; they are few and indexed. */
const isDue = (
  tx: Tx,
  scope: SearchScope | BatchScope,
  now: Date,
  liveProvider: ProviderName | undefined,
): SQL | undefined =>
  and(
    lte(orders.nextChargeAt, now),
    inArray(orders.status, [...billableStatuses]),
    isNull(orders.pausedAt),
    inJobScope(tx, scope, orders),
    or(eq(orders.environment, 'test'), notInArray(orders.storeId, suspendedStores(tx, scope))),
    isChargeable(tx, scope, liveProvider),
  );

/** Subscriptions whose scheduled plan change is due, the longest due first. Locks nothing. */
export const findDueChanges = (
  tx: Tx,
  jobScope: JobScope,
  now: Date,
  limit: number,
  liveProvider: ProviderName | undefined,
): Promise<{ merchantId: string; storeId: string; orderId: string }[]> =>
  searchMerchants(tx, jobScope, (scope) =>
    tx
      .select({ merchantId: orders.merchantId, storeId: orders.storeId, orderId: orders.id })
      .from(orders)
      .where(and(isDue(tx, scope, now, liveProvider), isNotNull(orders.changeOrderId)))
      .orderBy(asc(orders.nextChargeAt), asc(orders.id))
      .limit(limit),
  );

const suspendedStores = (tx: Tx, scope: SearchScope | BatchScope) =>
  tx
    .select({ id: stores.id })
    .from(stores)
    .where(
      and(
        hasMerchant(scope, stores.merchantId),
        or(isNotNull(stores.prodSuspendedAt), isNotNull(stores.suspendedWith)),
      ),
    );

/**
 * Without a provider nothing is charged in prod. The sandbox may not charge subscriptions with a real payment method, or
 * any subscription of a store with real payments.
 */
function isChargeable(
  tx: Tx,
  scope: SearchScope | BatchScope,
  liveProvider: ProviderName | undefined,
): SQL | undefined {
  if (liveProvider === 'stripe') return undefined;
  const isTest = eq(orders.environment, 'test');
  if (!liveProvider) return isTest;
  const realMethod = tx
    .select({ isOne: sql`1` })
    .from(paymentMethods)
    .where(
      and(
        ofSameMerchant(scope, paymentMethods.merchantId, orders.merchantId),
        eq(paymentMethods.orderId, orders.id),
        isNull(paymentMethods.replacedAt),
        ne(paymentMethods.provider, 'sandbox'),
      ),
    );
  const ofMerchant = ofSameMerchant(scope, payments.merchantId, orders.merchantId);
  return or(isTest, and(notExists(realMethod), not(realPaymentsOf(tx, ofMerchant, orders.storeId))));
}

/** The terms of a locked subscription's next charge. */
export interface RenewalTerms {
  readonly price: Price;
  readonly productName: string;
  readonly storeSlug: string;
  /** Undefined if no method is saved. */
  readonly method: StoredMethod | undefined;
  /** The number of the newest attempt, or 0. */
  readonly lastAttempt: number;
}

/** The terms of several locked subscriptions of one merchant, by order ID. */
export async function findRenewalTerms(
  tx: Tx,
  locked: readonly Pick<StartedSubscription, 'id' | 'merchantId'>[],
): Promise<Map<string, RenewalTerms>> {
  const [first] = locked;
  if (!first) return new Map();
  const { merchantId } = first;
  const ids = locked.map(({ id }) => id);
  const rows = await tx
    .select({
      orderId: orders.id,
      price: checkoutSessions.price,
      productName: productVersions.name,
      storeSlug: stores.slug,
      method: paymentMethods,
    })
    .from(orders)
    .innerJoin(checkoutSessions, refersTo(orders, orders.checkoutSessionId, checkoutSessions))
    .innerJoin(productVersions, refersTo(orders, orders.productVersionId, productVersions))
    .innerJoin(stores, isStoreOf(orders))
    .leftJoin(
      paymentMethods,
      and(refersTo(paymentMethods, paymentMethods.orderId, orders), isNull(paymentMethods.replacedAt)),
    )
    .where(and(eq(orders.merchantId, merchantId), inArray(orders.id, ids)));
  const attempts = await tx
    .select({ orderId: payments.orderId, last: max(payments.attempt) })
    .from(payments)
    .where(and(eq(payments.merchantId, merchantId), inArray(payments.orderId, ids)))
    .groupBy(payments.orderId);
  const lastAttemptOf = new Map(attempts.map(({ orderId, last }) => [orderId, last ?? 0]));
  return new Map(
    rows.map(({ orderId, method, ...terms }) => [
      orderId,
      { ...terms, method: method ?? undefined, lastAttempt: lastAttemptOf.get(orderId) ?? 0 },
    ]),
  );
}

/** A charge for a locked subscription's next period. */
export interface RenewalIntent {
  readonly order: StartedSubscription;
  readonly terms: RenewalTerms & { readonly method: StoredMethod };
  readonly amounts: Amounts;
  /** How the amounts are paid: with money and the subscription's credit. */
  readonly settlement: Settlement;
}

/**
 * Inserts the charges of locked subscriptions before the provider is asked; an open charge blocks further ones. Returns the
 * payments in the order of the intents.
 */
export async function insertRenewalPayments(tx: Tx, intents: readonly RenewalIntent[], now: Date): Promise<Payment[]> {
  if (intents.length === 0) return [];
  const rows = intents.map(({ order, terms: { method, lastAttempt }, amounts, settlement }) => ({
    id: newId(),
    merchantId: order.merchantId,
    storeId: order.storeId,
    environment: order.environment,
    orderId: order.id,
    productId: order.productId,
    country: order.billingDetail?.country ?? null,
    periodNumber: order.periodNumber + 1,
    paymentMethodId: method.id,
    provider: method.provider,
    status: 'processing' as const,
    currency: order.currency,
    amountMinor: settlement.dueMinor,
    taxMinor: settlement.dueTaxMinor,
    creditUsedMinor: settlement.creditUsedMinor,
    creditUsedTaxMinor: settlement.creditUsedTaxMinor,
    taxRateMillionths: amounts.taxRateMillionths,
    taxName: amounts.taxName,
    method: method.type,
    cardBrand: method.cardBrand,
    cardLast4: method.cardLast4,
    attempt: lastAttempt + 1,
    createdAt: now,
    updatedAt: now,
  }));
  const inserted = await tx.insert(payments).values(rows).returning();
  const byId = new Map(inserted.map((payment) => [payment.id, payment]));
  return rows.map(({ id }) => {
    const payment = byId.get(id);
    if (!payment) throw new Error('insert returned no payment');
    return payment;
  });
}

/** Clears the next charge of one merchant's locked subscriptions while their charges are in flight. */
export async function clearNextCharges(
  tx: Tx,
  locked: readonly Pick<StartedSubscription, 'id' | 'merchantId'>[],
  now: Date,
): Promise<void> {
  const [first] = locked;
  if (!first) return;
  const ids = locked.map(({ id }) => id);
  await tx
    .update(orders)
    .set({ nextChargeAt: null, updatedAt: now })
    .where(and(eq(orders.merchantId, first.merchantId), inArray(orders.id, ids)));
}

/** The number of the newest consecutive charges for a period that never reached the provider. */
export async function countMissedCharges(tx: Tx, order: StoreRow, periodNumber: number): Promise<number> {
  const isForPeriod = and(
    eq(payments.orderId, order.id),
    inStore(payments, order),
    eq(payments.periodNumber, periodNumber),
  );
  const newest = await tx
    .select({ code: payments.failureCode })
    .from(payments)
    .where(isForPeriod)
    .orderBy(desc(payments.attempt))
    .limit(maxCounted);
  const firstReached = newest.findIndex(({ code }) => code !== 'not_attempted');
  return firstReached === -1 ? newest.length : firstReached;
}

/** More missed charges than this do not lengthen the delay any further. */
const maxCounted = 10;
