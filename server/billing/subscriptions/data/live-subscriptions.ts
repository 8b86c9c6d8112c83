/** A buyer's live subscriptions to a plan family: the plan's group, or the product by itself. */

import { and, desc, eq, exists, inArray, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { hotStatement, type Params } from '#db/hot-statement.ts';
import { groupProducts, orders, payments, productVersions, subscriptionProductGroups } from '#db/schema/index.ts';
import { type EnvironmentScope, inEnvironment, inStore, refersTo } from '#server/platform/data/merchant-scope.ts';
import { boughtBy, hasEmail, hasOnlyEmail } from '../../orders/data/visible-orders.ts';
import { liveStatuses } from '../rules/subscription-order.ts';
import type { TrialClaim } from './trials.ts';

/** The plan's family; undefined if its group allows several subscriptions. */
async function familyOf(tx: Tx, claim: TrialClaim): Promise<string[] | undefined> {
  const members = await familyMembers(tx, claim);
  if (members.some(({ allowsMultiple }) => allowsMultiple)) return undefined;
  return [claim.productId, ...members.map((member) => member.productId)];
}

const familyMembers = hotStatement(
  (db, { productId, environment, merchantId, storeId }: Params<EnvironmentScope & { productId: string }>) => {
    const own = db
      .select({ id: groupProducts.groupId })
      .from(groupProducts)
      .where(
        and(
          eq(groupProducts.merchantId, merchantId),
          eq(groupProducts.productId, productId),
          eq(groupProducts.environment, environment),
        ),
      );
    return db
      .select({
        productId: groupProducts.productId,
        allowsMultiple: subscriptionProductGroups.allowsMultipleSubscriptions,
      })
      .from(groupProducts)
      .innerJoin(subscriptionProductGroups, refersTo(groupProducts, groupProducts.groupId, subscriptionProductGroups))
      .where(
        and(
          eq(groupProducts.merchantId, merchantId),
          inArray(groupProducts.groupId, own),
          inStore(subscriptionProductGroups, { merchantId, storeId }),
        ),
      );
  },
);

/** A subscription that rules out another one of its plan family. */
export interface LiveSubscription {
  readonly planName: string;
  /** False if only the typed email address matches, which proves nothing about the buyer. */
  readonly isOfIdentity: boolean;
  /** False while its first charge is in flight. */
  readonly isStarted: boolean;
}

/**
 * The buyer's subscription to the plan's family, or the one whose first charge is in flight; undefined if the purchase is
 * allowed. Buyers are compared by identity, and by email if the identity of one of both is unknown. `replacedOrderId`: the
 * subscription that a plan change replaces. Stable while the caller holds the buyer's lock (`lockTrials`).
 */
export async function findLiveSubscription(
  tx: Tx,
  claim: TrialClaim,
  replacedOrderId: string | null,
): Promise<LiveSubscription | undefined> {
  const family = await familyOf(tx, claim);
  if (!family) return undefined;
  const startingPayment = tx
    .select({ one: sql`1` })
    .from(payments)
    .where(
      and(
        eq(payments.merchantId, claim.merchantId),
        eq(payments.orderId, orders.id),
        eq(payments.status, 'processing'),
      ),
    );
  const ofIdentity = claim.identity ? boughtBy(claim.identity) : undefined;
  const isOfIdentity = sql<boolean>`coalesce(${ofIdentity ?? false}, false)`;
  const [found] = await tx
    .select({ planName: productVersions.name, status: orders.status, isOfIdentity })
    .from(orders)
    .innerJoin(productVersions, refersTo(orders, orders.productVersionId, productVersions))
    .where(
      and(
        inEnvironment(orders, claim),
        eq(orders.productType, 'subscription'),
        inArray(orders.productId, family),
        or(ofIdentity, ...ofEmail(claim)),
        or(inArray(orders.status, [...liveStatuses]), and(eq(orders.status, 'pending'), exists(startingPayment))),
        ...(claim.orderId === undefined ? [] : [ne(orders.id, claim.orderId)]),
        ...(replacedOrderId === null ? [] : [ne(orders.id, replacedOrderId)]),
      ),
    )
    .orderBy(desc(isOfIdentity), sql`${orders.status} = 'pending'`)
    .limit(1);
  return found && { ...found, isStarted: found.status !== 'pending' };
}

/** The orders of the address, of any buyer if the claim has no identity. */
function ofEmail({ identity, email }: TrialClaim): (SQL | undefined)[] {
  if (!email) return [];
  return identity ? [hasOnlyEmail(email)] : [hasEmail(email), boughtBy(email)];
}
