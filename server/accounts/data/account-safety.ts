/** How an account is kept safe: its second factor, its passkeys, and where it is signed in. */
import { and, desc, eq, gt, isNull, like, lt, or, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { dashboardSessions, merchants, passkeys, twoFactors, verifications } from '#db/schema/index.ts';

/** More of either nobody has use for. */
export const maxPasskeys = 20;
const maxSessionsShown = 100;

/** The account's passkeys, oldest first; of each what tells it apart, never its key. */
export const listPasskeys = (tx: Tx, merchantId: string) =>
  tx
    .select({
      id: passkeys.id,
      name: passkeys.name,
      isSynced: passkeys.backedUp,
      createdAt: passkeys.createdAt,
      confirmedAt: passkeys.confirmedAt,
    })
    .from(passkeys)
    .where(eq(passkeys.merchantId, merchantId))
    .orderBy(passkeys.createdAt, passkeys.id);

export const countPasskeys = (tx: Tx, merchantId: string): Promise<number> =>
  tx.$count(passkeys, eq(passkeys.merchantId, merchantId));

/** Whose passkey that is, by the id that its device knows it by. */
export const findPasskeyOwner = async (tx: Tx, credentialId: string): Promise<string | undefined> =>
  (
    await tx.select({ merchantId: passkeys.merchantId }).from(passkeys).where(eq(passkeys.credentialID, credentialId))
  )[0]?.merchantId;

/** Where the account is signed in, newest first; never the tokens that prove it. */
export const listSessions = (tx: Tx, merchantId: string, now: Date) =>
  tx
    .select({
      id: dashboardSessions.id,
      ipAddress: dashboardSessions.ipAddress,
      userAgent: dashboardSessions.userAgent,
      createdAt: dashboardSessions.createdAt,
    })
    .from(dashboardSessions)
    .where(and(eq(dashboardSessions.merchantId, merchantId), gt(dashboardSessions.expiresAt, now)))
    .orderBy(desc(dashboardSessions.createdAt), desc(dashboardSessions.id))
    .limit(maxSessionsShown);

/** Whether a session of the account's has neither been ended nor run out. */
export const isSessionOpen = async (tx: Tx, merchantId: string, sessionId: string, now: Date): Promise<boolean> =>
  (
    await tx
      .select({ id: dashboardSessions.id })
      .from(dashboardSessions)
      .where(
        and(
          eq(dashboardSessions.id, sessionId),
          eq(dashboardSessions.merchantId, merchantId),
          gt(dashboardSessions.expiresAt, now),
        ),
      )
  ).length > 0;

/** The token of one of the account's sessions; undefined where that session is none of its. */
export const findSessionToken = async (tx: Tx, merchantId: string, sessionId: string): Promise<string | undefined> =>
  (
    await tx
      .select({ token: dashboardSessions.token })
      .from(dashboardSessions)
      .where(and(eq(dashboardSessions.merchantId, merchantId), eq(dashboardSessions.id, sessionId)))
  )[0]?.token;

/** The email of the account whose password was given and whose code is still to come, by the name of that attempt. */
export const findPendingEmail = async (tx: Tx, identifier: string, now: Date): Promise<string | undefined> =>
  (
    await tx
      .select({ email: merchants.email })
      .from(verifications)
      .innerJoin(merchants, eq(sql`${merchants.id}::text`, verifications.value))
      .where(and(eq(verifications.identifier, identifier), gt(verifications.expiresAt, now)))
      .limit(1)
  )[0]?.email;

/** What codes of the account's authenticator app are made from, as better-auth keeps it: encrypted. */
export const findTotpSecret = async (tx: Tx, merchantId: string): Promise<string | undefined> =>
  (await tx.select({ secret: twoFactors.secret }).from(twoFactors).where(eq(twoFactors.merchantId, merchantId)))[0]
    ?.secret;

/** Takes the code of that half minute; false where it, or one after it, was taken before. Of two at once, one gets it. */
export async function claimTotpStep(tx: Tx, merchantId: string, step: number): Promise<boolean> {
  const isLater = or(isNull(twoFactors.lastStep), lt(twoFactors.lastStep, step));
  const claimed = await tx
    .update(twoFactors)
    .set({ lastStep: step })
    .where(and(eq(twoFactors.merchantId, merchantId), isLater))
    .returning({ id: twoFactors.id });
  return claimed.length > 0;
}

/** From now on every device is asked for a code again. What is kept of a trusted one is better-auth's. */
export const forgetTrustedDevices = (tx: Tx, merchantId: string) =>
  tx
    .delete(verifications)
    .where(and(eq(verifications.value, merchantId), like(verifications.identifier, 'trust-device-%')));

/** Voids all that the password was the proof of: links to set another, sign-ins that are half done, trusted devices. */
export const forgetProofs = (tx: Tx, merchantId: string) =>
  tx.delete(verifications).where(eq(verifications.value, merchantId));

/** Switches the second factor off, for an account whose owner has lost it; false where there was none. */
export async function dropTwoFactor(tx: Tx, merchantId: string, now: Date): Promise<boolean> {
  const switched = await tx
    .update(merchants)
    .set({ twoFactorEnabled: false, updatedAt: now })
    .where(and(eq(merchants.id, merchantId), eq(merchants.twoFactorEnabled, true)))
    .returning({ id: merchants.id });
  await tx.delete(twoFactors).where(eq(twoFactors.merchantId, merchantId));
  await forgetTrustedDevices(tx, merchantId);
  return switched.length > 0;
}
