/** Checkout sessions. */
import { and, eq, getTableColumns, inArray, isNull } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { columnsOf, hotStatement, type Params, withNulls } from '#db/hot-statement.ts';
import { checkoutSessions, stores } from '#db/schema/index.ts';
import { sendAhead } from '#db/session.ts';
import type { Environment } from '#server/domain/environments.ts';
import { errors } from '#server/domain/errors.ts';
import { newUnguessableId } from '#server/domain/ids.ts';
import { storeIdsOf } from '#server/stores/stores.ts';

export type CheckoutSession = typeof checkoutSessions.$inferSelect;

/** A complete session row with an unguessable ID; omitted columns are null. */
export const newCheckoutSession = (
  session: Omit<typeof checkoutSessions.$inferInsert, 'id' | 'createdAt'>,
  now: Date,
): CheckoutSession => withNulls(checkoutSessions, { ...session, id: newUnguessableId(), createdAt: now });

/** Queues the insertion; the next statement sends it. */
export const insertCheckoutSession = (tx: Tx, session: CheckoutSession): Promise<void> =>
  sendAhead(tx, () => sessionInsertion(tx, { ...session }));

const sessionInsertion = hotStatement((db, row: Params<typeof checkoutSessions.$inferSelect>) =>
  db.insert(checkoutSessions).values(columnsOf(checkoutSessions, row)),
);

type MemberScope = { readonly merchantId: string; readonly environment: Environment };

const selectMemberSession = (tx: Tx, { merchantId, environment }: MemberScope, sessionId: string) =>
  tx
    .select()
    .from(checkoutSessions)
    .where(
      and(
        eq(checkoutSessions.id, sessionId),
        eq(checkoutSessions.environment, environment),
        inArray(checkoutSessions.storeId, storeIdsOf(tx, merchantId)),
      ),
    );

/** A session of one of the merchant's stores in an environment, or undefined. */
export const findMemberSession = async (
  tx: Tx,
  scope: MemberScope,
  sessionId: string,
): Promise<CheckoutSession | undefined> => (await selectMemberSession(tx, scope, sessionId))[0];

/** Locks a session of one of the merchant's stores in an environment; otherwise throws 404 `Checkout session not found`. */
export async function lockMemberSession(tx: Tx, scope: MemberScope, sessionId: string): Promise<CheckoutSession> {
  const [session] = await selectMemberSession(tx, scope, sessionId).for('update');
  if (!session) throw errors.sessionNotFound();
  return session;
}

/** A session of a store that is not deleted. The session's ID is unguessable, so knowing it grants access. */
export async function findStoreSession(
  tx: Tx,
  storeId: string,
  sessionId: string,
): Promise<CheckoutSession | undefined> {
  const [session] = await storeSession(tx, { storeId, sessionId });
  return session;
}

type SessionKey = { sessionId: string; storeId: string };
const isSession = ({ sessionId, storeId }: Params<SessionKey>) =>
  and(eq(checkoutSessions.id, sessionId), eq(checkoutSessions.storeId, storeId));

const storeSession = hotStatement((db, key: Params<SessionKey>) =>
  db
    .select(getTableColumns(checkoutSessions))
    .from(checkoutSessions)
    .innerJoin(stores, and(eq(stores.id, checkoutSessions.storeId), isNull(stores.deletedAt)))
    .where(isSession(key)),
);

/** Locks a session of a locked store. Every operation that creates or pays the session's order holds this lock. */
export async function lockStoreSession(tx: Tx, storeId: string, sessionId: string): Promise<CheckoutSession> {
  const [session] = await storeSessionForUpdate(tx, { storeId, sessionId });
  if (!session) throw errors.sessionNotFound();
  return session;
}

const storeSessionForUpdate = hotStatement((db, key: Params<SessionKey>) =>
  db.select().from(checkoutSessions).where(isSession(key)).for('update'),
);

/** Stores the buyer's identity on a locked session. */
export async function saveSessionIdentity(tx: Tx, session: CheckoutSession, buyerIdentity: string): Promise<void> {
  await tx
    .update(checkoutSessions)
    .set({ buyerIdentity })
    .where(and(eq(checkoutSessions.id, session.id), eq(checkoutSessions.storeId, session.storeId)));
}

/** Whether the store has created a checkout session in an environment. */
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
