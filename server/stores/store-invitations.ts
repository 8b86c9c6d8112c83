/** Invitations to stores. Every change holds the store's lock. */
import { randomBytes } from 'node:crypto';
import { and, asc, desc, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { merchants, storeInvitations, storeMembers, stores } from '#db/schema/index.ts';
import { newId, toShortId } from '#server/domain/ids.ts';
import { plainName, quotedName } from '#server/domain/quoted-name.ts';
import { secretHashOf } from '#server/domain/secret-hash.ts';
import { ofStore, queueEmail } from '#server/events/data/emails.ts';
import { englishDraft, serviceLook } from '#server/events/rules/email-content.ts';
import { countDaily } from '#server/platform/data/daily-limits.ts';
import { inStore, isStoreOf, type StoreScope } from '#server/platform/data/merchant-scope.ts';
import { findStoreScope } from './data/store-merchants.ts';
import { findRowOfMember } from './member-rows.ts';
import type { Role } from './rules/roles.ts';
import {
  invitationNotFound,
  invitationTtlSeconds,
  maxInvitationsPerAddress,
  maxInvitationsPerOwner,
  maxOpenInvitations,
  storeIdIn,
  tooManyOfOwner,
  tooManyToAddress,
} from './rules/store-invitation.ts';
import { lockMemberStore, lockStore, type MemberStore, type Store } from './stores.ts';

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
  const found = await findRowOfMember(tx, storeInvitations, memberId, id);
  if (!found) throw invitationNotFound();
  const store = await lockMemberStore(tx, memberId, found.storeId);
  const [invitation] = await tx.select().from(storeInvitations).where(isInvitation(found)).for('update');
  if (!invitation) throw invitationNotFound();
  return { store, invitation };
}

/** The store of a link's invitation. */
async function findTokenStore(tx: Tx, token: string): Promise<StoreScope | undefined> {
  const storeId = storeIdIn(token);
  return storeId === undefined ? undefined : await findStoreScope(tx, storeId);
}

const hasToken = (token: string) => eq(storeInvitations.tokenHash, secretHashOf(token));

/** Locks the invitation of a link, and its store; 404 for an unknown link or a deleted store. */
export async function lockTokenInvitation(
  tx: Tx,
  token: string,
): Promise<{ store: Store; invitation: Invitation; inviterRole: Role | undefined }> {
  const scope = await findTokenStore(tx, token);
  const store = scope && (await lockStore(tx, scope));
  if (!store || store.deletedAt) throw invitationNotFound();
  // Read under the store's lock, so that of two concurrent answers the second sees the first.
  const [invitation] = await tx
    .select()
    .from(storeInvitations)
    .where(and(hasToken(token), inStore(storeInvitations, scope)))
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
  const scope = await findTokenStore(tx, token);
  if (!scope) return undefined;
  const [found] = await tx
    .select({ invitation: storeInvitations, store: stores.name, inviter: merchants.name })
    .from(storeInvitations)
    .innerJoin(stores, and(isStoreOf(storeInvitations), isNull(stores.deletedAt)))
    .innerJoin(merchants, eq(merchants.id, storeInvitations.invitedBy))
    .where(and(inStore(storeInvitations, scope), hasToken(token)));
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

/** 256 random bits, and the store, whose node has the invitation. */
export const newInvitationToken = (storeId: string): string =>
  `${randomBytes(32).toString('base64url')}${toShortId('STO', storeId).slice('STO_'.length)}`;

const ownerLimits = [{ max: maxInvitationsPerOwner, refusal: tooManyOfOwner }];
const addressLimits = [{ max: maxInvitationsPerAddress, refusal: tooManyToAddress }];

/** Emails an invitation with a new link, which is valid for a week and voids the previous one. */
export async function sendInvitation(
  tx: Tx,
  store: Store,
  invitation: Invitation,
  { token, inviter, appUrl }: { readonly token: string; readonly inviter: string; readonly appUrl: string },
  now: Date,
): Promise<Invitation> {
  const reached =
    (await countDaily(tx, `invitations of ${store.ownerId}`, ownerLimits, now)) ??
    (await countDaily(tx, `invitations to ${invitation.email}`, addressLimits, now));
  if (reached) throw reached.limit.refusal(reached.waitSeconds);
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
