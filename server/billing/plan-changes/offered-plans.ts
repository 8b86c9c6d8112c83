/** The plans that customers may change between. (docs/behavior/plan-changes.md) */
import type { Tx } from '#db/client.ts';
import { findGroupOf, listPlansOnSale } from '#server/catalog/data/group-members.ts';
import type { BillingPeriod } from '#server/catalog/rules/product.ts';
import { requireBillingPeriod } from '#server/catalog/rules/product-content.ts';
import { type Amounts, amountsOf } from '#server/domain/amounts.ts';
import { taxProvider } from '#server/providers/tax/index.ts';
import type { Order } from '../orders/rules/order.ts';
import { isLiveSubscription } from './origin.ts';

/** A plan on sale, at its price for the subscription's buyer. */
export interface OfferedPlan {
  readonly productId: string;
  readonly name: string;
  readonly billingPeriod: BillingPeriod;
  /** Of one period. */
  readonly amounts: Amounts;
}

/**
 * The plans in the group of a subscription that are on sale in its currency, with the current one if it still is. Undefined
 * if customers cannot change this subscription's plan: it is not live, is paused, or its group does not allow it.
 */
export async function listOfferedPlans(tx: Tx, order: Order, now: Date): Promise<OfferedPlan[] | undefined> {
  if (!isLiveSubscription(order) || order.pausedAt) return undefined;
  const group = await findGroupOf(tx, order, order.productId);
  if (!group?.rules.selfServicePlanChange) return undefined;
  const versions = await listPlansOnSale(tx, group);
  return versions.flatMap((version) => {
    const { productId, name, prices } = version;
    const price = Object.hasOwn(prices, order.currency) ? prices[order.currency] : undefined;
    if (!price) return [];
    const amounts = amountsOf(price, order.billingDetail, now, taxProvider());
    return [{ productId, name, billingPeriod: requireBillingPeriod(version), amounts }];
  });
}
