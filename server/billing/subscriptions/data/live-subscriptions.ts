/** A buyer's live subscriptions to a plan family: the plan's group, or the product by itself. */
import { and, eq, exists, inArray, ne, or, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { hotStatement, type Params } from '#db/hot-statement.ts';
import { groupProducts, orders, payments, productVersions, subscriptionProductGroups } from '#db/schema/index.ts';
import { hasIdentity, hasOnlyEmail } from '../../orders/data/visible-orders.ts';
import { liveStatuses } from '../rules/subscription-order.ts';
import type { TrialClaim } from './trials.ts';

/** The plan's family; undefined if its group allows several subscriptions. */
async function familyOf(tx: Tx, claim: TrialClaim): Promise<string[] | undefined> {
  const { storeId, environment, productId } = claim;
  const members = await familyMembers(tx, { storeId, environment, productId });
  if (members.some(({ allowsMultiple }) => allowsMultiple)) return undefined;
  return [productId, ...members.map((member) => member.productId)];
}

const familyMembers = hotStatement(
  (db, { productId, environment, storeId }: Params<{ productId: string; environment: string; storeId: string }>) => {
    const own = db
      .select({ id: groupProducts.groupId })
      .from(groupProducts)
      .where(and(eq(groupProducts.productId, productId), eq(groupProducts.environment, environment)));
    return db
      .select({
        productId: groupProducts.productId,
        allowsMultiple: subscriptionProductGroups.allowsMultipleSubscriptions,
      })
      .from(groupProducts)
      .innerJoin(
        subscriptionProductGroups,
        and(
          eq(subscriptionProductGroups.id, groupProducts.groupId),
          eq(subscriptionProductGroups.merchantId, groupProducts.merchantId),
        ),
      )
      .where(and(inArray(groupProducts.groupId, own), eq(subscriptionProductGroups.storeId, storeId)));
  },
);

/**
 * The name of the plan that the buyer subscribes to already, or whose first charge is in flight; undefined if the purchase is
 * allowed. Buyers are compared like for trials: by identity, or by email where no identity is known. Stable while the caller
 * holds the buyer's lock (`lockTrials`).
 */
export async function findLiveSubscription(tx: Tx, claim: TrialClaim): Promise<{ planName: string } | undefined> {
  const family = await familyOf(tx, claim);
  if (!family) return undefined;
  const startingPayment = tx
    .select({ one: sql`1` })
    .from(payments)
    .where(and(eq(payments.orderId, orders.id), eq(payments.status, 'processing')));
  const [found] = await tx
    .select({ planName: productVersions.name })
    .from(orders)
    .innerJoin(
      productVersions,
      and(eq(productVersions.id, orders.productVersionId), eq(productVersions.merchantId, orders.merchantId)),
    )
    .where(
      and(
        eq(orders.storeId, claim.storeId),
        eq(orders.environment, claim.environment),
        eq(orders.productType, 'subscription'),
        inArray(orders.productId, family),
        or(hasIdentity(claim.buyer), hasOnlyEmail(claim.buyer)),
        or(inArray(orders.status, [...liveStatuses]), and(eq(orders.status, 'pending'), exists(startingPayment))),
        ...(claim.orderId === undefined ? [] : [ne(orders.id, claim.orderId)]),
      ),
    )
    .limit(1);
  return found;
}
