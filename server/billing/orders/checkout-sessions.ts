/** Checkout sessions. */
import { and, eq, getTableColumns, isNull } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { columnsOf, hotStatement, type Params, withNulls } from '#db/hot-statement.ts';
import { checkoutSessions, stores } from '#db/schema/index.ts';
import { sendAhead } from '#db/session.ts';
import type { Environment } from '#server/domain/environments.ts';
import { errors } from '#server/domain/errors.ts';
import { newUnguessableId } from '#server/domain/ids.ts';
import { inStore, isRow, isStoreOf, type StoreScope } from '#server/platform/data/merchant-scope.ts';
import { findOfMember, inMemberStores } from '#server/stores/stores.ts';

export type CheckoutSession = typeof checkoutSessions.$inferSelect;

/** A complete session row with an unguessable ID; omitted columns are null. */
export const newCheckoutSession = (
  session: Omit<typeof checkoutSessions.$inferInsert, 'id' | 'createdAt'>,
  now: Date,
): CheckoutSession => withNulls(checkoutSessions, { ...session, id: newUnguessableId(), createdAt: now });

/** Queues the insertion; the next statement sends it. */
export const insertCheckoutSession = (tx: Tx, session: CheckoutSession): Promise<void> =>
  sendAhead(tx, sessionInsertion, session);

const sessionInsertion = hotStatement((db, row: Params<typeof checkoutSessions.$inferSelect>) =>
  db.insert(checkoutSessions).values(columnsOf(checkoutSessions, row)),
);

type MemberScope = { readonly merchantId: string; readonly environment: Environment };

const selectSession = (
  tx: Tx,
  { merchantId: memberId, environment }: MemberScope,
  sessionId: string,
  merchantId: string,
) =>
  tx
    .select()
    .from(checkoutSessions)
    .where(
      and(
        eq(checkoutSessions.id, sessionId),
        inMemberStores(tx, checkoutSessions, { memberId, merchantId }),
        eq(checkoutSessions.environment, environment),
      ),
    );

/** A session of one of the member's stores in an environment, or undefined. */
export const findMemberSession = (
  tx: Tx,
  scope: MemberScope,
  sessionId: string,
): Promise<CheckoutSession | undefined> =>
  findOfMember(tx, scope.merchantId, async (merchantId) => (await selectSession(tx, scope, sessionId, merchantId))[0]);

/** Locks a session of one of the member's stores in an environment; otherwise throws 404 `Checkout session not found`. */
export async function lockMemberSession(tx: Tx, scope: MemberScope, sessionId: string): Promise<CheckoutSession> {
  const session = await findOfMember(tx, scope.merchantId, async (merchantId) => {
    const [locked] = await selectSession(tx, scope, sessionId, merchantId).for('update');
    return locked;
  });
  if (!session) throw errors.sessionNotFound();
  return session;
}

/** A session of a store that is not deleted. The session's ID is unguessable, so knowing it grants access. */
export async function findStoreSession(
  tx: Tx,
  { merchantId, storeId }: StoreScope,
  sessionId: string,
): Promise<CheckoutSession | undefined> {
  const [session] = await storeSession(tx, { merchantId, storeId, sessionId });
  return session;
}

const isSession = (key: Params<StoreScope & { sessionId: string }>) =>
  isRow(checkoutSessions, { id: key.sessionId, merchantId: key.merchantId, storeId: key.storeId });

const storeSession = hotStatement((db, key: Parameters<typeof isSession>[0]) =>
  db
    .select(getTableColumns(checkoutSessions))
    .from(checkoutSessions)
    .innerJoin(stores, and(isStoreOf(checkoutSessions), isNull(stores.deletedAt)))
    .where(isSession(key)),
);

/** Locks a session of a store again. Every operation that creates or pays the session's order holds this lock. */
export async function lockSession(
  tx: Tx,
  { merchantId, storeId, id: sessionId }: Pick<CheckoutSession, 'merchantId' | 'storeId' | 'id'>,
): Promise<CheckoutSession> {
  const [session] = await sessionForUpdate(tx, { merchantId, storeId, sessionId });
  if (!session) throw errors.sessionNotFound();
  return session;
}

const sessionForUpdate = hotStatement((db, key: Parameters<typeof isSession>[0]) =>
  db.select().from(checkoutSessions).where(isSession(key)).for('update'),
);

/** Stores the buyer's identity on a locked session. */
export async function saveSessionIdentity(tx: Tx, session: CheckoutSession, buyerIdentity: string): Promise<void> {
  await tx.update(checkoutSessions).set({ buyerIdentity }).where(isRow(checkoutSessions, session));
}

/** Whether the store has created a checkout session in an environment. */
export const hasCheckoutSession = async (
  tx: Tx,
  scope: StoreScope & { readonly environment: Environment },
): Promise<boolean> =>
  (
    await tx
      .select({ id: checkoutSessions.id })
      .from(checkoutSessions)
      .where(and(inStore(checkoutSessions, scope), eq(checkoutSessions.environment, scope.environment)))
      .limit(1)
  ).length > 0;
