/** Checkout sessions. */
import { and, eq, getTableColumns, inArray, isNull, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { fixedStatement, valuesFor } from '#db/fixed-statement.ts';
import { sendAhead } from '#db/pooled-client.ts';
import { checkoutSessions, stores } from '#db/schema/index.ts';
import type { Environment } from '#server/domain/environments.ts';
import { errors } from '#server/domain/errors.ts';
import { newUnguessableId } from '#server/domain/ids.ts';
import { storeIdsOf } from '#server/stores/stores.ts';

export type CheckoutSession = typeof checkoutSessions.$inferSelect;

/** A session as it is going to be, with an id that nobody can guess; what is left out is null. */
export const newCheckoutSession = (
  session: Omit<typeof checkoutSessions.$inferInsert, 'id' | 'createdAt'>,
  now: Date,
): CheckoutSession => ({
  ...session,
  id: newUnguessableId(),
  withTrial: session.withTrial ?? null,
  buyerEmail: session.buyerEmail ?? null,
  buyerIdentity: session.buyerIdentity ?? null,
  billingDetail: session.billingDetail ?? null,
  successUrl: session.successUrl ?? null,
  orderMerchantExternalId: session.orderMerchantExternalId ?? null,
  darkMode: session.darkMode ?? null,
  language: session.language ?? null,
  createdAt: now,
});

/** Writes it, with whatever is written next. */
export const insertCheckoutSession = (tx: Tx, session: CheckoutSession): Promise<void> =>
  sendAhead(tx, () => sessionInsertion(tx, { ...session }));

const sessionInsertion = fixedStatement((db) => db.insert(checkoutSessions).values(valuesFor(checkoutSessions)));

/** A session of one of the merchant's stores in that environment, locked; 404 `Checkout session not found` otherwise. */
export async function lockMemberSession(
  tx: Tx,
  scope: { merchantId: string; environment: Environment },
  sessionId: string,
): Promise<CheckoutSession> {
  const [session] = await tx
    .select()
    .from(checkoutSessions)
    .where(
      and(
        eq(checkoutSessions.id, sessionId),
        eq(checkoutSessions.environment, scope.environment),
        inArray(checkoutSessions.storeId, storeIdsOf(tx, scope.merchantId)),
      ),
    )
    .for('update');
  if (!session) throw errors.sessionNotFound();
  return session;
}

/** A session by its address: the store's own, unless that is deleted, and the id that only whoever was given it knows. */
export async function findStoreSession(
  tx: Tx,
  storeId: string,
  sessionId: string,
): Promise<CheckoutSession | undefined> {
  const [session] = await storeSession(tx, { storeId, sessionId });
  return session;
}

const named = and(
  eq(checkoutSessions.id, sql.placeholder('sessionId')),
  eq(checkoutSessions.storeId, sql.placeholder('storeId')),
);

const storeSession = fixedStatement((db) =>
  db
    .select(getTableColumns(checkoutSessions))
    .from(checkoutSessions)
    .innerJoin(stores, and(eq(stores.id, checkoutSessions.storeId), isNull(stores.deletedAt)))
    .where(named),
);

/** The same with the row locked, of a store that is held: everything that makes or pays its order holds this lock. */
export async function lockStoreSession(tx: Tx, storeId: string, sessionId: string): Promise<CheckoutSession> {
  const [session] = await lockedStoreSession(tx, { storeId, sessionId });
  if (!session) throw errors.sessionNotFound();
  return session;
}

const lockedStoreSession = fixedStatement((db) => db.select().from(checkoutSessions).where(named).for('update'));

/** Notes whose checkout a locked session is. */
export async function saveSessionIdentity(tx: Tx, session: CheckoutSession, buyerIdentity: string): Promise<void> {
  await tx
    .update(checkoutSessions)
    .set({ buyerIdentity })
    .where(and(eq(checkoutSessions.id, session.id), eq(checkoutSessions.storeId, session.storeId)));
}

/** Whether the store has made a checkout link in that environment yet. */
export const hasCheckoutSession = async (
  tx: Tx,
  scope: { storeId: string; environment: Environment },
): Promise<boolean> =>
  (
    await tx
      .select({ id: checkoutSessions.id })
      .from(checkoutSessions)
      .where(and(eq(checkoutSessions.storeId, scope.storeId), eq(checkoutSessions.environment, scope.environment)))
      .limit(1)
  ).length > 0;
