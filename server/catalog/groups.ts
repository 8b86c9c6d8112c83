/**
 * Subscription product groups, each in one environment of one store. Every change holds the store's lock, which keeps names
 * and memberships unique.
 */
import { and, asc, eq, inArray, ne } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { groupProducts, products, subscriptionProductGroups } from '#db/schema/index.ts';
import { changesBetween } from '#server/domain/changes.ts';
import type { Environment } from '#server/domain/environments.ts';
import { errors } from '#server/domain/errors.ts';
import { newId, toShortId } from '#server/domain/ids.ts';
import { groupFacts } from '#server/events/audit/rules/audit-facts.ts';
import { recordEvent } from '#server/events/data/events.ts';
import type { Actor } from '#server/events/rules/event.ts';
import type { EventType } from '#server/events/rules/registry.ts';
import { inStore, refersTo } from '#server/platform/data/merchant-scope.ts';
import { findOfMember, inMemberStores, lockMemberStore } from '#server/stores/stores.ts';
import { inOtherGroup, nameTaken } from './rules/group.ts';

export type Group = typeof subscriptionProductGroups.$inferSelect;
export type GroupContent = Pick<Group, 'name' | 'description' | 'rules' | 'allowsMultipleSubscriptions'>;

/** A group with its products' IDs, in order. */
export interface GroupWithProducts {
  readonly group: Group;
  readonly productIds: readonly string[];
}

/** The store and environment of a group. */
export type GroupScope = Pick<Group, 'storeId' | 'merchantId' | 'environment'>;

/** A group of one of the member's stores, with the store locked; otherwise 404. Publishing passes no environment. */
export async function lockMemberGroup(
  tx: Tx,
  { merchantId: memberId, environment }: { merchantId: string; environment?: Environment },
  groupId: string,
): Promise<GroupWithProducts> {
  const find = async (merchantId: string): Promise<Group | undefined> =>
    (
      await tx
        .select()
        .from(subscriptionProductGroups)
        .where(
          and(
            eq(subscriptionProductGroups.id, groupId),
            inMemberStores(tx, subscriptionProductGroups, { memberId, merchantId }),
            environment && eq(subscriptionProductGroups.environment, environment),
          ),
        )
    )[0];
  const found = await findOfMember(tx, memberId, find);
  if (!found) throw errors.groupNotFound();
  await lockMemberStore(tx, memberId, found.storeId);
  const group = await find(found.merchantId);
  if (!group) throw errors.groupNotFound();
  return { group, productIds: await listMembers(tx, group) };
}

/** The prod group that was published from a test group of a locked store, or undefined. */
export const findPublishedGroup = async (tx: Tx, testGroup: Group): Promise<Group | undefined> =>
  (
    await tx
      .select()
      .from(subscriptionProductGroups)
      .where(
        and(eq(subscriptionProductGroups.publishedFrom, testGroup.id), inStore(subscriptionProductGroups, testGroup)),
      )
  )[0];

const inGroup = ({ id, merchantId }: Pick<Group, 'id' | 'merchantId'>) =>
  and(eq(groupProducts.groupId, id), eq(groupProducts.merchantId, merchantId));

/** The IDs of a group's products, in order. */
export async function listMembers(tx: Tx, group: Pick<Group, 'id' | 'merchantId'>): Promise<string[]> {
  const members = await tx
    .select({ productId: groupProducts.productId })
    .from(groupProducts)
    .where(inGroup(group))
    .orderBy(asc(groupProducts.position));
  return members.map(({ productId }) => productId);
}

/** Throws 400 if another group in the scope has the name. The store has to be locked. */
export async function requireFreeName(tx: Tx, scope: GroupScope, name: string, groupId?: string): Promise<void> {
  const [existing] = await tx
    .select({ id: subscriptionProductGroups.id })
    .from(subscriptionProductGroups)
    .where(
      and(
        inStore(subscriptionProductGroups, scope),
        eq(subscriptionProductGroups.environment, scope.environment),
        eq(subscriptionProductGroups.name, name),
        ...(groupId === undefined ? [] : [ne(subscriptionProductGroups.id, groupId)]),
      ),
    );
  if (existing) throw nameTaken();
}

/**
 * Throws for products that cannot be in a group of the scope: 404 for one that is no subscription product of the store, 400
 * for one that is in another group or, in prod, is unpublished. The store has to be locked.
 */
export async function requireFreeProducts(
  tx: Tx,
  scope: GroupScope,
  productIds: readonly string[],
  groupId?: string,
): Promise<void> {
  if (productIds.length === 0) return;
  const rows = await tx
    .select({ id: products.id, prodVersionId: products.prodVersionId })
    .from(products)
    .where(and(inArray(products.id, [...productIds]), inStore(products, scope), eq(products.type, 'subscription')));
  if (rows.length < productIds.length) throw errors.productNotFound().at('productIds');
  const unpublished = scope.environment === 'prod' && rows.find(({ prodVersionId }) => prodVersionId === null);
  if (unpublished) {
    throw errors.productWithoutVersion(toShortId('PROD', unpublished.id), scope.environment).at('productIds');
  }
  const [member] = await tx
    .select({ productId: groupProducts.productId, name: subscriptionProductGroups.name })
    .from(groupProducts)
    .innerJoin(subscriptionProductGroups, refersTo(groupProducts, groupProducts.groupId, subscriptionProductGroups))
    .where(
      and(
        inArray(groupProducts.productId, [...productIds]),
        eq(groupProducts.merchantId, scope.merchantId),
        eq(groupProducts.environment, scope.environment),
        ...(groupId === undefined ? [] : [ne(groupProducts.groupId, groupId)]),
      ),
    );
  if (!member) return;
  const productId = toShortId('PROD', member.productId);
  throw inOtherGroup(productId, member.name);
}

/** Inserts a group into a locked store. */
export async function insertGroup(
  tx: Tx,
  { storeId, merchantId, environment }: GroupScope,
  { name, description, rules, allowsMultipleSubscriptions }: GroupContent,
  productIds: readonly string[],
  now: Date,
  publishedFrom: string | null = null,
): Promise<GroupWithProducts> {
  const [group] = await tx
    .insert(subscriptionProductGroups)
    .values({
      id: newId(),
      storeId,
      merchantId,
      environment,
      name,
      description,
      rules,
      allowsMultipleSubscriptions,
      publishedFrom,
      createdAt: now,
      updatedAt: now,
    })
    .returning();
  if (!group) throw new Error('insert returned no group');
  return { group, productIds: await replaceMembers(tx, group, productIds) };
}

/** Updates a group of a locked store and, if given, replaces its products. */
export async function updateGroup(
  tx: Tx,
  group: Group,
  { name, description, rules, allowsMultipleSubscriptions }: GroupContent,
  productIds: readonly string[] | undefined,
  now: Date,
): Promise<GroupWithProducts> {
  const [updated] = await tx
    .update(subscriptionProductGroups)
    .set({ name, description, rules, allowsMultipleSubscriptions, updatedAt: now })
    .where(and(eq(subscriptionProductGroups.id, group.id), inStore(subscriptionProductGroups, group)))
    .returning();
  if (!updated) throw errors.groupNotFound();
  const members = productIds ? await replaceMembers(tx, updated, productIds) : await listMembers(tx, group);
  return { group: updated, productIds: members };
}

async function replaceMembers(tx: Tx, group: Group, productIds: readonly string[]): Promise<readonly string[]> {
  await tx.delete(groupProducts).where(inGroup(group));
  if (productIds.length === 0) return productIds;
  await tx.insert(groupProducts).values(
    productIds.map((productId, position) => ({
      groupId: group.id,
      merchantId: group.merchantId,
      productId,
      environment: group.environment,
      position,
    })),
  );
  return productIds;
}

/** Deletes a group of a locked store; its products stay. */
export async function deleteGroup(tx: Tx, group: Group): Promise<void> {
  await tx
    .delete(subscriptionProductGroups)
    .where(and(eq(subscriptionProductGroups.id, group.id), inStore(subscriptionProductGroups, group)));
}

/** Records an event of a group of a locked store; `before` or `after` is undefined for a new or deleted group. */
export const recordGroupEvent = (
  tx: Tx,
  type: EventType,
  before: GroupWithProducts | undefined,
  after: GroupWithProducts | undefined,
  actor: Actor,
  now: Date,
): Promise<string> => {
  const group = (after ?? before)?.group;
  if (!group) throw new Error('no group to record');
  const { id, merchantId, storeId, environment, name } = group;
  const changes = changesBetween(before ? groupFacts(before) : null, after ? groupFacts(after) : null);
  const event = { type, objectId: id, data: { name }, changes } as const;
  return recordEvent(tx, { merchantId, storeId, environment, actor, ...event }, now);
};
