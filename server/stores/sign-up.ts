/** Who may make an account in the browser, by the setting SIGN_UP. (docs/behavior/accounts.md) */
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

/** What a person without an invitation meets. */
export async function signUpState(tx: Tx, { signUp }: SignUpSetting): Promise<SignUp> {
  if (signUp !== 'invited') return signUp;
  const [anyone] = await tx.select({ id: merchants.id }).from(merchants).limit(1);
  return anyone ? 'invited' : 'first';
}

/** Whether that address may make an account. An invitation counts by its link, and for its own address alone. */
export async function maySignUp(
  tx: Tx,
  settings: SignUpSetting,
  { email, invitation }: { readonly email: string; readonly invitation: string | undefined },
  now: Date,
): Promise<boolean> {
  const state = await signUpState(tx, settings);
  if (state !== 'invited') return state !== 'off';
  if (invitation === undefined) return false;
  const wanted = email.trim().toLowerCase();
  const found = await readInvitation(tx, invitation);
  if (found && invitationState(found.invitation, now) === 'open')
    return found.invitation.email.toLowerCase() === wanted;
  return (await findOperatorInvitation(tx, invitation, now)) === wanted;
}

/** An operator's invitation to make an account; the token is its link's. One before it for that address is void. */
export async function inviteToSignUp(tx: Tx, email: string, now: Date): Promise<string> {
  const address = email.toLowerCase();
  await forgetSignUpInvitations(tx, address);
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now.getTime() + invitationTtlMs);
  const identifier = `${invitationPrefix}${secretHashOf(token)}`;
  await tx
    .insert(verifications)
    .values({ id: newId(), identifier, value: address, expiresAt, createdAt: now, updatedAt: now });
  return token;
}

/** Where an operator's invitation leads. */
export const signUpLink = (appUrl: string, token: string): string => `${appUrl}/sign-up#invitation=${token}`;

/** Voids what an address was invited by, once it has an account. */
export const forgetSignUpInvitations = (tx: Tx, email: string) =>
  tx
    .delete(verifications)
    .where(and(eq(verifications.value, email.toLowerCase()), like(verifications.identifier, `${invitationPrefix}%`)));

async function findOperatorInvitation(tx: Tx, token: string, now: Date): Promise<string | undefined> {
  const isThis = eq(verifications.identifier, `${invitationPrefix}${secretHashOf(token)}`);
  const [found] = await tx
    .select({ email: verifications.value })
    .from(verifications)
    .where(and(isThis, gt(verifications.expiresAt, now)));
  return found?.email;
}
