/** Who may sign up, by the setting SIGN_UP. (docs/behavior/accounts.md) */
import { randomBytes } from 'node:crypto';
import { and, eq, gt, like } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { merchants, verifications } from '#db/schema/index.ts';
import { newId } from '#server/domain/ids.ts';
import { secretHashOf } from '#server/domain/secret-hash.ts';
import { invitationState } from './rules/store-invitation.ts';
import { readInvitation } from './store-invitations.ts';

const invitationPrefix = 'sign-up-invitation:';
const invitationTtlMs = 7 * 24 * 3600 * 1000;

interface SignUpSetting {
  readonly signUp: 'open' | 'invited' | 'off';
}

/** `first`: the installation has no account yet. */
export type SignUp = 'open' | 'first' | 'invited' | 'off';

/** The sign-up state for a person without an invitation. */
export async function signUpState(tx: Tx, { signUp }: SignUpSetting): Promise<SignUp> {
  if (signUp !== 'invited') return signUp;
  const [anyone] = await tx.select({ id: merchants.id }).from(merchants).limit(1);
  return anyone ? 'invited' : 'first';
}

/** Whether an address may sign up. An invitation is valid with its link, and for its own address only. */
export async function maySignUp(
  tx: Tx,
  settings: SignUpSetting,
  { email, invitation }: { readonly email: string; readonly invitation: string | undefined },
  now: Date,
): Promise<boolean> {
  const state = await signUpState(tx, settings);
  if (state !== 'invited') return state !== 'off';
  if (invitation === undefined) return false;
  const address = email.trim().toLowerCase();
  const invited = await findOperatorInvitation(tx, invitation, now);
  if (invited !== undefined) return invited === address;
  const found = await readInvitation(tx, invitation);
  return (
    found !== undefined &&
    invitationState(found.invitation, now) === 'open' &&
    found.invitation.email.toLowerCase() === address
  );
}

/** Creates an operator's invitation to sign up, and returns its token. Earlier ones for the address become void. */
export async function inviteToSignUp(tx: Tx, email: string, now: Date): Promise<string> {
  const address = email.toLowerCase();
  await deleteSignUpInvitations(tx, address);
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now.getTime() + invitationTtlMs);
  const identifier = `${invitationPrefix}${secretHashOf(token)}`;
  await tx
    .insert(verifications)
    .values({ id: newId(), identifier, value: address, expiresAt, createdAt: now, updatedAt: now });
  return token;
}

/** The link of an operator's invitation. */
export const signUpLink = (appUrl: string, token: string): string => `${appUrl}/sign-up#invitation=${token}`;

/** Deletes the invitations of an address, once it has an account. */
export const deleteSignUpInvitations = (tx: Tx, email: string) =>
  tx
    .delete(verifications)
    .where(and(eq(verifications.value, email.toLowerCase()), like(verifications.identifier, `${invitationPrefix}%`)));

async function findOperatorInvitation(tx: Tx, token: string, now: Date): Promise<string | undefined> {
  const isInvitation = eq(verifications.identifier, `${invitationPrefix}${secretHashOf(token)}`);
  const [found] = await tx
    .select({ email: verifications.value })
    .from(verifications)
    .where(and(isInvitation, gt(verifications.expiresAt, now)));
  return found?.email;
}
