/** Members of stores. Every change holds the store's lock, so that role decisions are serialized. */
import { and, asc, eq, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { merchants, storeMembers, stores } from '#db/schema/index.ts';
import { holdMerchant } from '#server/accounts/data/merchants.ts';
import { errors } from '#server/domain/errors.ts';
import { among } from '#server/platform/data/listing.ts';
import { isStore, scopeOfStore } from '#server/platform/data/merchant-scope.ts';
import type { Role } from './rules/roles.ts';

export type Member = typeof storeMembers.$inferSelect;

const isMember = (storeId: string, merchantId: string) =>
  and(eq(storeMembers.storeId, storeId), eq(storeMembers.merchantId, merchantId));

/** A member of a store; throws 404 `Member not found` if the account is none. */
export async function requireMember(tx: Tx, storeId: string, merchantId: string): Promise<Member> {
  const [member] = await tx.select().from(storeMembers).where(isMember(storeId, merchantId));
  if (!member) throw errors.memberNotFound();
  return member;
}

const maxMembersShown = 500;

/** A store's members with name and address, for other members: the owner first, then by date. */
export const listStoreMembers = (tx: Tx, storeId: string) =>
  tx
    .select({
      merchantId: storeMembers.merchantId,
      name: merchants.name,
      email: merchants.email,
      role: storeMembers.role,
      createdAt: storeMembers.createdAt,
    })
    .from(storeMembers)
    .innerJoin(merchants, eq(merchants.id, storeMembers.merchantId))
    .where(eq(storeMembers.storeId, storeId))
    .orderBy(sql`${storeMembers.role} <> 'owner'`, asc(storeMembers.createdAt), asc(storeMembers.merchantId))
    .limit(maxMembersShown);

/** The roles of an account in several stores. */
export const listRoles = (tx: Tx, merchantId: string, storeIds: readonly string[]) =>
  tx
    .select({ storeId: storeMembers.storeId, role: storeMembers.role })
    .from(storeMembers)
    .where(and(eq(storeMembers.merchantId, merchantId), among(storeMembers.storeId, storeIds)));

/** Adds an account to a locked store; undefined if it is a member already. */
export async function insertMember(
  tx: Tx,
  storeId: string,
  merchantId: string,
  role: Role,
  now: Date,
): Promise<Member | undefined> {
  const [row] = await tx
    .insert(storeMembers)
    .values({ storeId, merchantId, role, createdAt: now })
    .onConflictDoNothing()
    .returning();
  return row;
}

export async function deleteMember(tx: Tx, { storeId, merchantId }: Member): Promise<void> {
  await tx.delete(storeMembers).where(isMember(storeId, merchantId));
}

export async function saveMemberRole(tx: Tx, member: Member, role: Role): Promise<Member> {
  await tx.update(storeMembers).set({ role }).where(isMember(member.storeId, member.merchantId));
  return { ...member, role };
}

/** Makes a member the owner of a locked store, and the previous owner an admin. `merchantId` of its rows stays. */
export async function saveOwner(
  tx: Tx,
  store: { id: string; merchantId: string; ownerId: string },
  member: Member,
  now: Date,
): Promise<Member> {
  await tx.update(storeMembers).set({ role: 'admin' }).where(isMember(store.id, store.ownerId));
  const account = await holdMerchant(tx, member.merchantId);
  // A suspension stays with the store: transferring the store must not lift it.
  const suspendedWith = account?.suspendedAt ? { suspendedWith: member.merchantId } : {};
  await tx
    .update(stores)
    .set({ ownerId: member.merchantId, ...suspendedWith, updatedAt: now })
    .where(isStore(scopeOfStore(store)));
  return await saveMemberRole(tx, member, 'owner');
}
