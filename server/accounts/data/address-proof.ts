/**
 * The verification of an account's email address. Anyone can sign up with another person's address, so an unverified
 * account has no passkeys, no second factor and accepts no invitations. (docs/behavior/accounts.md)
 */
import { randomBytes } from 'node:crypto';
import { and, eq, gt, inArray, isNull, like, or } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { merchants, passkeys, verifications } from '#db/schema/index.ts';
import { newId } from '#server/domain/ids.ts';
import { secretHashOf } from '#server/domain/secret-hash.ts';
import type { Actor } from '#server/events/rules/event.ts';
import { recordAccountEvent } from './account-events.ts';
import { disableTwoFactor } from './account-safety.ts';
import type { Merchant } from './merchants.ts';

/** The settings that decide who can reach the service, and whether it can send email. */
interface Host {
  readonly isPublicHost: boolean;
  readonly smtpUrl: string | undefined;
}

/** How the address was proven: by an emailed link, or by an operator. */
export type Proof = 'link' | 'password reset' | 'operator';

const linkTtlMs = 24 * 3600 * 1000;
const linkPrefix = 'verify-address:';

/** On a loopback host without email, users sit at the machine, and no link could reach them. */
export const needsAddressProof = ({ isPublicHost, smtpUrl }: Host): boolean => isPublicHost || smtpUrl !== undefined;

/** Whether an account counts as verified on this host. */
export const countsAsVerified = (settings: Host, { emailVerified }: Pick<Merchant, 'emailVerified'>): boolean =>
  emailVerified || !needsAddressProof(settings);

/** Issues a token for the account's verification link; earlier links become invalid. */
export async function issueAddressToken(tx: Tx, merchantId: string, now: Date): Promise<string> {
  await deleteAddressTokens(tx, merchantId);
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now.getTime() + linkTtlMs);
  const identifier = `${linkPrefix}${secretHashOf(token)}`;
  await tx
    .insert(verifications)
    .values({ id: newId(), identifier, value: merchantId, expiresAt, createdAt: now, updatedAt: now });
  return token;
}

const deleteAddressTokens = (tx: Tx, merchantId: string) =>
  tx
    .delete(verifications)
    .where(and(eq(verifications.value, merchantId), like(verifications.identifier, `${linkPrefix}%`)));

/** The account of a verification link; undefined if the link is used, replaced or expired. */
export async function findAddressToken(tx: Tx, token: string, now: Date): Promise<string | undefined> {
  const isToken = eq(verifications.identifier, `${linkPrefix}${secretHashOf(token)}`);
  const [found] = await tx
    .select({ merchantId: verifications.value })
    .from(verifications)
    .where(and(isToken, gt(verifications.expiresAt, now)));
  return found?.merchantId;
}

interface Verification {
  readonly by: Proof;
  /** Defaults to the account's own merchant. */
  readonly actor?: Actor;
}

/**
 * Marks the address as verified and its passkeys as confirmed, for a person who has proven both the address and the
 * ownership of the account. Returns false if it was verified before. Deletes the verification links in any case.
 */
export async function verifyAddress(
  tx: Tx,
  merchantId: string,
  { by, actor }: Verification,
  now: Date,
): Promise<boolean> {
  await deleteAddressTokens(tx, merchantId);
  if (!(await markVerified(tx, merchantId, now))) return false;
  await tx
    .update(passkeys)
    .set({ confirmedAt: now })
    .where(and(eq(passkeys.merchantId, merchantId), isNull(passkeys.confirmedAt)));
  await recordAccountEvent(tx, { merchantId, type: 'account.verified', data: { by }, ...(actor && { actor }) }, now);
  return true;
}

const markVerified = async (tx: Tx, merchantId: string, now: Date): Promise<boolean> =>
  (
    await tx
      .update(merchants)
      .set({ emailVerified: true, updatedAt: now })
      .where(and(eq(merchants.id, merchantId), eq(merchants.emailVerified, false)))
      .returning({ id: merchants.id })
  ).length > 0;

/**
 * Applies the side effects of a password reset. Its link proves the address, but not who created the account: the first
 * proof removes all other credentials. Later resets only remove unconfirmed passkeys, and those in `removing`.
 */
export async function applyReset(
  tx: Tx,
  merchantId: string,
  { wasVerified, removing }: { readonly wasVerified: boolean; readonly removing: readonly string[] },
  now: Date,
): Promise<void> {
  const [own, unconfirmed] = [eq(passkeys.merchantId, merchantId), isNull(passkeys.confirmedAt)];
  const chosen = removing.length > 0 ? or(unconfirmed, inArray(passkeys.id, [...removing])) : unconfirmed;
  const removed = await tx
    .delete(passkeys)
    .where(wasVerified ? and(own, chosen) : own)
    .returning({ name: passkeys.name });
  for (const { name } of removed) {
    const data = { ...(name !== null && { name }), by: 'password reset' };
    await recordAccountEvent(tx, { merchantId, type: 'account.passkey_removed', data }, now);
  }
  if (!wasVerified && (await disableTwoFactor(tx, merchantId, now))) {
    // The email about the new password is enough.
    const data = { by: 'password reset', emailed: false };
    await recordAccountEvent(tx, { merchantId, type: 'account.two_factor_disabled', data }, now);
  }
  if (await markVerified(tx, merchantId, now)) {
    await recordAccountEvent(tx, { merchantId, type: 'account.verified', data: { by: 'password reset' } }, now);
  }
}
