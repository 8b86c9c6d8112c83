/** The plans that a subscription can change to. */
import { and, asc, desc, eq, ne, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { groupProducts, products, productVersions } from '#db/schema/index.ts';
import type { Environment } from '#server/domain/environments.ts';
import { inStore, refersTo, type StoreScope } from '#server/platform/data/merchant-scope.ts';
import type { Price } from '../rules/prices.ts';
import type { BillingPeriod } from '../rules/product.ts';
import { findGroupOf } from './group-members.ts';
import { columnsIn } from './product-columns.ts';

/** More than a store's plans on sale; further ones are omitted. */
const maxChoices = 200;

export interface PlanChoice {
  readonly id: string;
  readonly name: string;
  readonly price: Price;
  readonly billingPeriod: BillingPeriod;
  /** Whether the plan is in the group of the current one. */
  readonly isInGroup: boolean;
}

interface CurrentPlan extends StoreScope {
  readonly environment: Environment;
  readonly productId: string;
  readonly currency: string;
}

/**
 * The other subscription products of the store that are on sale with a price in the currency: first those in the group of
 * the current plan in the group's order, then the newest.
 */
export async function listPlanChoices(tx: Tx, current: CurrentPlan): Promise<PlanChoice[]> {
  const { environment, productId, currency } = current;
  const group = await findGroupOf(tx, current, productId);
  const { versionId, status } = columnsIn(environment);
  const rows = await tx
    .select({
      id: products.id,
      name: productVersions.name,
      prices: productVersions.prices,
      billingPeriod: productVersions.billingPeriod,
      groupId: groupProducts.groupId,
    })
    .from(products)
    .innerJoin(productVersions, refersTo(products, versionId, productVersions))
    .leftJoin(
      groupProducts,
      and(
        eq(groupProducts.productId, products.id),
        eq(groupProducts.merchantId, products.merchantId),
        eq(groupProducts.environment, environment),
        group ? eq(groupProducts.groupId, group.id) : sql`false`,
      ),
    )
    .where(
      and(
        inStore(products, current),
        eq(products.type, 'subscription'),
        eq(status, 'active'),
        ne(products.id, productId),
        sql`${productVersions.prices} ? ${currency}`,
      ),
    )
    .orderBy(sql`${groupProducts.position} is null`, asc(groupProducts.position), desc(products.id))
    .limit(maxChoices);
  return rows.flatMap(({ prices, billingPeriod, groupId, ...plan }) => {
    const price = prices[currency];
    return price && billingPeriod ? [{ ...plan, price, billingPeriod, isInGroup: groupId !== null }] : [];
  });
}
