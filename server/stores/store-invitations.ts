/** Invitations to stores. Every change holds the store's lock. */
import { and, asc, desc, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { emails, merchants, storeInvitations, storeMembers, stores } from '#db/schema/index.ts';
import { newId } from '#server/domain/ids.ts';
import { plainName, quotedName } from '#server/domain/quoted-name.ts';
import { secretHashOf } from '#server/domain/secret-hash.ts';
import { ofStore, queueEmail } from '#server/events/data/emails.ts';
import { englishDraft, serviceLook } from '#server/events/rules/email-content.ts';
import { inStores, scopeOfStores } from '#server/platform/data/listing.ts';
import { everyMerchant, inStore, type StoreScope } from '#server/platform/data/merchant-scope.ts';
import type { Role } from './rules/roles.ts';
import {
  invitationDaySeconds,
  invitationNotFound,
  invitationTtlSeconds,
  maxInvitationsPerAddress,
  maxInvitationsPerOwner,
  maxOpenInvitations,
  tooManyOfOwner,
  tooManyToAddress,
} from './rules/store-invitation.ts';
import {
  findOfMember,
  listOwnedStores,
  lockMemberStore,
  lockStore,
  type MemberStore,
  type Store,
  storeIdsOf,
} from './stores.ts';

export type Invitation = typeof storeInvitations.$inferSelect;

const isInvitation = ({ id, merchantId }: Pick<Invitation, 'id' | 'merchantId'>) =>
  and(eq(storeInvitations.id, id), eq(storeInvitations.merchantId, merchantId));

const isPending = () => and(isNull(storeInvitations.acceptedAt), isNull(storeInvitations.revokedAt));

/** A store's unanswered invitations, newest first, including expired ones. */
export const listPendingInvitations = (tx: Tx, scope: StoreScope): Promise<Invitation[]> =>
  tx
    .select()
    .from(storeInvitations)
    .where(and(inStore(storeInvitations, scope), isPending()))
    .orderBy(desc(storeInvitations.createdAt), asc(storeInvitations.id))
    // The open ones, and as many expired ones.
    .limit(2 * maxOpenInvitations);

/** The number of a store's invitations that can still be accepted. */
export async function countOpenInvitations(tx: Tx, scope: StoreScope, now: Date): Promise<number> {
  const open = and(inStore(storeInvitations, scope), isPending(), gt(storeInvitations.expiresAt, now));
  return await tx.$count(storeInvitations, open);
}

/** The store's unanswered invitation of that address, also if it has expired. */
export const findPendingInvitation = async (
  tx: Tx,
  scope: StoreScope,
  email: string,
): Promise<Invitation | undefined> =>
  (
    await tx
      .select()
      .from(storeInvitations)
      .where(
        and(
          inStore(storeInvitations, scope),
          sql`lower(${storeInvitations.email}) = ${email.toLowerCase()}`,
          isPending(),
        ),
      )
  )[0];

/** Whether a member of the store has that address. */
export async function isMemberAddress(tx: Tx, storeId: string, email: string): Promise<boolean> {
  const [found] = await tx
    .select({ id: merchants.id })
    .from(merchants)
    .innerJoin(storeMembers, and(eq(storeMembers.merchantId, merchants.id), eq(storeMembers.storeId, storeId)))
    .where(eq(merchants.email, email.toLowerCase()));
  return found !== undefined;
}

/** Locks an invitation of one of the member's stores, and the store; 404 for others. */
export async function lockMemberInvitation(
  tx: Tx,
  memberId: string,
  id: string,
): Promise<{ store: MemberStore; invitation: Invitation }> {
  const isMembers = inArray(storeInvitations.storeId, storeIdsOf(tx, memberId));
  const found = await findOfMember(tx, memberId, async (merchantId) => {
    const isThis = and(isInvitation({ id, merchantId }), isMembers);
    return (
      await tx
        .select({ storeId: storeInvitations.storeId, merchantId: storeInvitations.merchantId })
        .from(storeInvitations)
        .where(isThis)
    )[0];
  });
  if (!found) throw invitationNotFound();
  const store = await lockMemberStore(tx, memberId, found.storeId);
  const [invitation] = await tx
    .select()
    .from(storeInvitations)
    .where(isInvitation({ id, merchantId: found.merchantId }))
    .for('update');
  if (!invitation) throw invitationNotFound();
  return { store, invitation };
}

/** Locks the invitation of a link, and its store; 404 for an unknown link or a deleted store. */
export async function lockTokenInvitation(
  tx: Tx,
  token: string,
): Promise<{ store: Store; invitation: Invitation; inviterRole: Role | undefined }> {
  const isThis = eq(storeInvitations.tokenHash, secretHashOf(token));
  const [found] = await tx
    .select({ merchantId: storeInvitations.merchantId, storeId: storeInvitations.storeId })
    .from(storeInvitations)
    // A link names no merchant. Only the dashboard opens links.
    .where(and(everyMerchant, isThis));
  const store = found && (await lockStore(tx, found));
  if (!store || store.deletedAt) throw invitationNotFound();
  // Read under the store's lock, so that of two concurrent answers the second sees the first.
  const [invitation] = await tx
    .select()
    .from(storeInvitations)
    .where(and(isThis, inStore(storeInvitations, found)))
    .for('update');
  if (!invitation) throw invitationNotFound();
  const [inviter] = await tx
    .select({ role: storeMembers.role })
    .from(storeMembers)
    .where(and(eq(storeMembers.storeId, store.id), eq(storeMembers.merchantId, invitation.invitedBy)));
  return { store, invitation, inviterRole: inviter?.role };
}

/** The invitation of a link, as its page shows it to anyone with the link. */
export async function readInvitation(tx: Tx, token: string) {
  const [found] = await tx
    .select({ invitation: storeInvitations, store: stores.name, inviter: merchants.name })
    .from(storeInvitations)
    .innerJoin(stores, and(eq(stores.id, storeInvitations.storeId), isNull(stores.deletedAt)))
    .innerJoin(merchants, eq(merchants.id, storeInvitations.invitedBy))
    .where(and(everyMerchant, eq(storeInvitations.tokenHash, secretHashOf(token))));
  return found;
}

type NewInvitation = Pick<Invitation, 'email' | 'role' | 'invitedBy'>;

/** Creates an invitation without a link. */
export async function insertInvitation(
  tx: Tx,
  store: Pick<Store, 'id' | 'merchantId'>,
  invitation: NewInvitation,
  now: Date,
): Promise<Invitation> {
  const id = newId();
  const keys = { id, merchantId: store.merchantId, storeId: store.id };
  const [row] = await tx
    .insert(storeInvitations)
    // No token has this hash: the link is made when the invitation is sent.
    .values({ ...keys, ...invitation, tokenHash: `unsent ${id}`, expiresAt: now, createdAt: now, updatedAt: now })
    .returning();
  if (!row) throw new Error('insert returned no invitation');
  return row;
}

export async function updateInvitation(
  tx: Tx,
  invitation: Pick<Invitation, 'id' | 'merchantId'>,
  changes: Partial<Invitation>,
  now: Date,
): Promise<Invitation> {
  const [row] = await tx
    .update(storeInvitations)
    .set({ ...changes, updatedAt: now })
    .where(isInvitation(invitation))
    .returning();
  if (!row) throw invitationNotFound();
  return row;
}

/** The seconds until the oldest email of a day's maximum stops counting. */
const waitFrom = (oldest: Date, since: Date): number =>
  Math.min(Math.ceil((oldest.getTime() - since.getTime()) / 1000), invitationDaySeconds);

const dayBefore = (now: Date): Date => new Date(now.getTime() - invitationDaySeconds * 1000);

/** 429 if the owner's stores have sent the maximum number of invitations within a day, including answered ones. */
async function requireOwnerLimit(tx: Tx, { ownerId }: Pick<Store, 'ownerId'>, now: Date): Promise<void> {
  // Two stores of one owner must not check at the same time: each has locked only its own row.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`invitations of ${ownerId}`}, 0))`);
  const since = dayBefore(now);
  const owned = scopeOfStores(await listOwnedStores(tx, ownerId));
  const isEmailOf = and(
    eq(emails.recipient, storeInvitations.email),
    eq(emails.storeId, storeInvitations.storeId),
    eq(emails.merchantId, storeInvitations.merchantId),
    eq(emails.kind, 'invitation'),
    gt(emails.createdAt, since),
  );
  // Starts from recently changed invitations, which are few: a store may send very many emails.
  const sent = await tx
    .selectDistinct({ id: emails.id, createdAt: emails.createdAt })
    .from(storeInvitations)
    .innerJoin(emails, isEmailOf)
    .where(and(inStores(storeInvitations, owned), gt(storeInvitations.updatedAt, since)))
    .orderBy(desc(emails.createdAt))
    .limit(maxInvitationsPerOwner);
  const oldest = sent[maxInvitationsPerOwner - 1];
  if (oldest) throw tooManyOfOwner(waitFrom(oldest.createdAt, since));
}

/** 429 if all stores together have sent the address the maximum number of invitations within a day. */
async function requireAddressLimit(tx: Tx, email: string, now: Date): Promise<void> {
  // Two stores must not check one address at the same time, either.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`invitations to ${email}`}, 0))`);
  const since = dayBefore(now);
  const sent = await tx
    .select({ createdAt: emails.createdAt })
    .from(emails)
    .where(and(everyMerchant, eq(emails.recipient, email), eq(emails.kind, 'invitation'), gt(emails.createdAt, since)))
    .orderBy(desc(emails.createdAt))
    .limit(maxInvitationsPerAddress);
  const oldest = sent[maxInvitationsPerAddress - 1];
  if (oldest) throw tooManyToAddress(waitFrom(oldest.createdAt, since));
}

/** Emails an invitation with a new link, which is valid for a week and voids the previous one. */
export async function sendInvitation(
  tx: Tx,
  store: Store,
  invitation: Invitation,
  { token, inviter, appUrl }: { readonly token: string; readonly inviter: string; readonly appUrl: string },
  now: Date,
): Promise<Invitation> {
  await requireOwnerLimit(tx, store, now);
  await requireAddressLimit(tx, invitation.email, now);
  const role = invitation.role === 'admin' ? 'an admin' : 'a member';
  const draft = englishDraft(serviceLook, {
    subject: `Invitation to the store ${quotedName(store.name)}`,
    parts: [
      `${plainName(inviter)} invites you to join the store ${quotedName(store.name)} on Counterfoil as ${role}. To view the invitation and accept or decline it, open this link:`,
      { kind: 'button', label: 'View invitation', url: `${appUrl}/invitations#token=${token}` },
      'The link works once and expires in 7 days. You need a Counterfoil account, existing or new, to accept. If you do not know the sender, ignore this email.',
    ],
  });
  const email = { kind: 'invitation', recipient: invitation.email, ...draft, isUrgent: true } as const;
  await queueEmail(tx, ofStore(store, 'prod'), email, now);
  const expiresAt = new Date(now.getTime() + invitationTtlSeconds * 1000);
  return await updateInvitation(tx, invitation, { tokenHash: secretHashOf(token), expiresAt }, now);
}
