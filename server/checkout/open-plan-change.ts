/** Opens a checkout session that changes the plan of a subscription. (public-client.md, sections 2.1 and 3.5) */

import type { z } from 'zod';
import type { Tx } from '#db/client.ts';
import type { CheckoutSession } from '#server/billing/orders/checkout-sessions.ts';
import { insertCheckoutSession, newCheckoutSession } from '#server/billing/orders/checkout-sessions.ts';
import { isBoughtBy } from '#server/billing/orders/order-scopes.ts';
import { findOrigin, type Origin } from '#server/billing/plan-changes/data/origins.ts';
import { type LiveOrigin, requireChangeable } from '#server/billing/plan-changes/origin.ts';
import { type ChangeTiming, defaultTiming } from '#server/billing/plan-changes/rules/plan-change.ts';
import { findGroupOf } from '#server/catalog/data/group-members.ts';
import { findStoreProduct, type ProductVersion, requireSellableVersion } from '#server/catalog/products.ts';
import { lockPrice, type Price, type priceEntry } from '#server/catalog/rules/prices.ts';
import type { Metadata } from '#server/catalog/rules/product.ts';
import { requireBillingPeriod } from '#server/catalog/rules/product-content.ts';
import type { Environment } from '#server/domain/environments.ts';
import { ApiError, errors } from '#server/domain/errors.ts';
import { invalidAmount, parseAmount } from '#server/domain/money.ts';
import { scopeOfStore } from '#server/platform/data/merchant-scope.ts';
import type { Store } from '#server/stores/stores.ts';

const refuse = (status: 400 | 403, message: string, path?: string) =>
  new ApiError(status, message, 'order', path === undefined ? {} : { path });

export const planChangeRefusals = {
  otherCustomers: () => refuse(403, 'Subscription order does not belong to this credential'),
  otherGroup: () => refuse(403, 'Target plan is not in the same product group as the current plan'),
  notSelfService: () => refuse(403, 'Self-service plan change is not enabled for this product group'),
  samePlan: () => refuse(400, 'Invalid productId: the subscription already has this plan', 'productId'),
  oneTime: () => refuse(400, 'Invalid productId: the target plan must be a subscription product', 'productId'),
  otherCurrency: (currency: string) =>
    refuse(400, `Invalid currency: must be the subscription’s currency, ${currency}`, 'currency'),
  twoAmounts: () => refuse(400, 'changeAmount and changeCreditAmount cannot be combined', 'changeCreditAmount'),
  amount: (field: 'changeAmount' | 'changeCreditAmount') => refuse(400, `Invalid ${field}: ${invalidAmount}`, field),
};

export interface PlanChangeRequest {
  readonly originOrderId: string;
  readonly productId: string;
  readonly currency: string;
  readonly changeTiming?: ChangeTiming | undefined;
  readonly changeAmount?: string | undefined;
  readonly changeCreditAmount?: string | undefined;
  readonly withTrial?: boolean | undefined;
  readonly priceSnapshot?: z.output<typeof priceEntry> | undefined;
  readonly successUrl?: string | null | undefined;
  readonly metadata: Metadata;
  readonly orderMerchantExternalId?: string | undefined;
  readonly darkMode?: boolean | undefined;
  readonly language?: string | undefined;
  readonly paymentMethods?: CheckoutSession['paymentMethods'] | undefined;
}

interface PlanChangeScope {
  readonly store: Store;
  readonly environment: Environment;
  /** The customer who asks; undefined for the merchant, who may choose any plan of the store. */
  readonly buyerIdentity?: string | undefined;
}

/**
 * Inserts the session of a plan change. Email, billing detail and identity are the subscription's. Throws 404 for an unknown
 * subscription or product, 400 for one that cannot change or be changed to, and 403 for a customer whose subscription or
 * group does not allow it.
 */
export async function openPlanChange(
  tx: Tx,
  { store, environment, buyerIdentity }: PlanChangeScope,
  request: PlanChangeRequest,
  expiresAt: Date,
  now: Date,
): Promise<CheckoutSession> {
  const key = { merchantId: store.merchantId, storeId: store.id, orderId: request.originOrderId };
  const found = await findOrigin(tx, key);
  if (found?.order.environment !== environment) throw errors.orderNotFound();
  if (buyerIdentity !== undefined && !isBoughtBy(found.order, buyerIdentity)) throw planChangeRefusals.otherCustomers();
  const origin = requireChangeable(found);
  const product = await findStoreProduct(tx, scopeOfStore(store), request.productId);
  if (!product) throw errors.productNotFound();
  if (product.type !== 'subscription') throw planChangeRefusals.oneTime();
  if (product.id === origin.order.productId) throw planChangeRefusals.samePlan();
  if (buyerIdentity !== undefined) await requireSelfService(tx, origin, product.id);
  const version = await requireSellableVersion(tx, product, environment);
  const { currency } = origin.order;
  if (request.currency !== currency) throw planChangeRefusals.otherCurrency(currency);
  const price = lockPrice(version.prices, currency, request.priceSnapshot);
  const session = newCheckoutSession(
    {
      merchantId: store.merchantId,
      storeId: store.id,
      environment,
      productId: product.id,
      productVersionId: version.id,
      productType: product.type,
      currency,
      price,
      withTrial: request.withTrial,
      buyerEmail: origin.order.buyerEmail,
      buyerIdentity: origin.order.buyerIdentity,
      billingDetail: origin.order.billingDetail,
      successUrl: request.successUrl,
      metadata: request.metadata,
      orderMerchantExternalId: request.orderMerchantExternalId,
      darkMode: request.darkMode,
      language: request.language ?? origin.order.language,
      ...(request.paymentMethods && { paymentMethods: request.paymentMethods }),
      originOrderId: origin.order.id,
      changeTiming: timingOf(request, origin, version, price),
      ...readAmounts(request, currency),
      expiresAt,
    },
    now,
  );
  await insertCheckoutSession(tx, session);
  return session;
}

/** A past due subscription has no paid time left: its change is immediate. */
function timingOf(
  { changeTiming }: PlanChangeRequest,
  { order, price: current }: LiveOrigin,
  version: ProductVersion,
  price: Price,
): ChangeTiming {
  if (order.status === 'past_due') return 'immediate';
  const from = { amountMinor: current.amountMinor, billingPeriod: order.billingPeriod };
  const to = { amountMinor: price.amountMinor, billingPeriod: requireBillingPeriod(version) };
  return changeTiming ?? defaultTiming(from, to);
}

/** Customers change between the plans of one group that allows it. */
async function requireSelfService(tx: Tx, { order }: Origin, targetId: string): Promise<void> {
  const [current, target] = [await findGroupOf(tx, order, order.productId), await findGroupOf(tx, order, targetId)];
  if (!current || current.id !== target?.id) throw planChangeRefusals.otherGroup();
  if (!current.rules.selfServicePlanChange) throw planChangeRefusals.notSelfService();
}

function readAmounts({ changeAmount, changeCreditAmount }: PlanChangeRequest, currency: string) {
  if (changeAmount !== undefined && changeCreditAmount !== undefined) throw planChangeRefusals.twoAmounts();
  return {
    changeAmountMinor: readAmount('changeAmount', changeAmount, currency),
    changeCreditMinor: readAmount('changeCreditAmount', changeCreditAmount, currency),
  };
}

/** A display string; zero is allowed, so that a merchant can make a change free of charge. */
function readAmount(
  field: 'changeAmount' | 'changeCreditAmount',
  amount: string | undefined,
  currency: string,
): number | null {
  if (amount === undefined) return null;
  if (/^0{1,15}(?:\.0{1,4})?$/.test(amount)) return 0;
  const amountMinor = parseAmount(amount, currency);
  if (amountMinor === undefined) throw planChangeRefusals.amount(field);
  return amountMinor;
}
