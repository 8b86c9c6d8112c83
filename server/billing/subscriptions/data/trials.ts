/** Used trials: one per buyer and product, or per buyer and group if the group shares its trial. */

import { and, eq, exists, inArray, isNotNull, ne, or, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { hotStatement, type Params } from '#db/hot-statement.ts';
import { groupProducts, orders, payments, subscriptionProductGroups } from '#db/schema/index.ts';
import { numberOf, onNodeOf } from '#server/platform/data/merchant-lock.ts';
import { type EnvironmentScope, inEnvironment, inStore, refersTo } from '#server/platform/data/merchant-scope.ts';
import { hasIdentity, hasOnlyEmail } from '../../orders/data/visible-orders.ts';

/** A buyer who asks for a subscription or its trial. One of `identity` and `email` is known. */
export interface TrialClaim extends EnvironmentScope {
  readonly productId: string;
  /** The identity that a session token named. */
  readonly identity: string | null;
  /** The address that the buyer typed. */
  readonly email: string | null;
  /** The order that asks; its own trial does not count. */
  readonly orderId: string | undefined;
}

/** The product, and the products of the groups that share its trial. */
async function productsSharing(tx: Tx, claim: TrialClaim): Promise<string[]> {
  const members = await sharingProducts(tx, claim);
  return [claim.productId, ...members.map((member) => member.productId)];
}

const sharingProducts = hotStatement(
  (db, { productId, environment, merchantId, storeId }: Params<EnvironmentScope & { productId: string }>) => {
    const sharingGroups = db
      .select({ id: groupProducts.groupId })
      .from(groupProducts)
      .innerJoin(subscriptionProductGroups, refersTo(groupProducts, groupProducts.groupId, subscriptionProductGroups))
      .where(
        and(
          eq(groupProducts.productId, productId),
          eq(groupProducts.environment, environment),
          eq(groupProducts.merchantId, merchantId),
          inStore(subscriptionProductGroups, { merchantId, storeId }),
          sql`${subscriptionProductGroups.rules} @> '{"sharedTrial": true}'`,
        ),
      );
    return db
      .select({ productId: groupProducts.productId })
      .from(groupProducts)
      .where(and(eq(groupProducts.merchantId, merchantId), inArray(groupProducts.groupId, sharingGroups)));
  },
);

/**
 * Whether the buyer's trial has started, or a payment that would start it is in flight. Buyers are compared by identity or,
 * without one, by email; case-insensitively.
 */
export async function hasHadTrial(tx: Tx, claim: TrialClaim): Promise<boolean> {
  const buyer = claim.identity ?? claim.email ?? '';
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
  const [found] = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        inEnvironment(orders, claim),
        inArray(orders.productId, await productsSharing(tx, claim)),
        isNotNull(orders.trialEndsAt),
        or(hasIdentity(buyer), hasOnlyEmail(buyer)),
        or(isNotNull(orders.startedAt), exists(startingPayment)),
        ...(claim.orderId === undefined ? [] : [ne(orders.id, claim.orderId)]),
      ),
    )
    .limit(1);
  return found !== undefined;
}

/** Locks the trials and subscriptions of an identity and of an address in a store until the end of the transaction. */
export async function lockTrials(
  tx: Tx,
  { merchantId, storeId, environment, identity, email }: TrialClaim,
): Promise<void> {
  const names = [identity, email].flatMap((name) => (name ? [name.toLowerCase()] : []));
  // In one order for all callers, so that two cannot wait for each other.
  for (const name of [...new Set(names)].sort(compareCodeUnits)) {
    await trialsLock(tx, { merchantId, name: `trial ${storeId} ${environment} ${name}` });
  }
}

const compareCodeUnits = (left: string, right: string): number => (left < right ? -1 : 1);

const trialsLock = hotStatement((db, { merchantId, name }: Params<{ merchantId: string; name: string }>) =>
  db.select({ locked: sql`pg_advisory_xact_lock(${numberOf(name)})` }).from(onNodeOf(merchantId)),
);
