/** The security of an account: second factor, passkeys and sessions. */
import { and, desc, eq, gt, isNull, like, lt, or, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { dashboardSessions, merchants, passkeys, twoFactors, verifications } from '#db/schema/index.ts';

/** Generous limits. */
export const maxPasskeys = 20;
const maxSessionsShown = 100;

/** The account's passkeys, oldest first, without their keys. */
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

/** The owner of a passkey, by its credential ID. */
export const findPasskeyOwner = async (tx: Tx, credentialId: string): Promise<string | undefined> =>
  (
    await tx.select({ merchantId: passkeys.merchantId }).from(passkeys).where(eq(passkeys.credentialID, credentialId))
  )[0]?.merchantId;

/** The account's open sessions, newest first, without their tokens. */
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

/** Whether a session of the account is neither ended nor expired. */
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

/** The token of one of the account's sessions, or undefined. */
export const findSessionToken = async (tx: Tx, merchantId: string, sessionId: string): Promise<string | undefined> =>
  (
    await tx
      .select({ token: dashboardSessions.token })
      .from(dashboardSessions)
      .where(and(eq(dashboardSessions.merchantId, merchantId), eq(dashboardSessions.id, sessionId)))
  )[0]?.token;

/** The email of the account whose sign-in waits for a code, by the attempt's identifier. */
export const findPendingEmail = async (tx: Tx, identifier: string, now: Date): Promise<string | undefined> =>
  (
    await tx
      .select({ email: merchants.email })
      .from(verifications)
      .innerJoin(merchants, eq(sql`${merchants.id}::text`, verifications.value))
      .where(and(eq(verifications.identifier, identifier), gt(verifications.expiresAt, now)))
      .limit(1)
  )[0]?.email;

/** The account's TOTP secret, as encrypted by better-auth. */
export const findTotpSecret = async (tx: Tx, merchantId: string): Promise<string | undefined> =>
  (await tx.select({ secret: twoFactors.secret }).from(twoFactors).where(eq(twoFactors.merchantId, merchantId)))[0]
    ?.secret;

/** Uses the code of a time step; false if it or a later one was used. Of concurrent callers, one succeeds. */
export async function claimTotpStep(tx: Tx, merchantId: string, step: number): Promise<boolean> {
  const isLater = or(isNull(twoFactors.lastStep), lt(twoFactors.lastStep, step));
  const claimed = await tx
    .update(twoFactors)
    .set({ lastStep: step })
    .where(and(eq(twoFactors.merchantId, merchantId), isLater))
    .returning({ id: twoFactors.id });
  return claimed.length > 0;
}

/** Deletes the account's trusted devices, so that each has to enter a code again. The rows are better-auth's. */
export const deleteTrustedDevices = (tx: Tx, merchantId: string) =>
  tx
    .delete(verifications)
    .where(and(eq(verifications.value, merchantId), like(verifications.identifier, 'trust-device-%')));

/** Deletes everything that a password has authorized: reset links, unfinished sign-ins, trusted devices. */
export const deletePasswordProofs = (tx: Tx, merchantId: string) =>
  tx.delete(verifications).where(eq(verifications.value, merchantId));

/** Disables the second factor of an account whose owner has lost it; false if there was none. */
export async function disableTwoFactor(tx: Tx, merchantId: string, now: Date): Promise<boolean> {
  const updated = await tx
    .update(merchants)
    .set({ twoFactorEnabled: false, updatedAt: now })
    .where(and(eq(merchants.id, merchantId), eq(merchants.twoFactorEnabled, true)))
    .returning({ id: merchants.id });
  await tx.delete(twoFactors).where(eq(twoFactors.merchantId, merchantId));
  await deleteTrustedDevices(tx, merchantId);
  return updated.length > 0;
}
