/** How subscriptions are paid from now on, and the attempts to change that. */
import { and, asc, desc, eq, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { changesOf, columnsOf, hotStatement, type Params, withNulls } from '#db/hot-statement.ts';
import { methodChanges, paymentMethods } from '#db/schema/index.ts';
import { changeOf } from '#server/domain/changes.ts';
import { newId } from '#server/domain/ids.ts';
import type { PaymentStatus } from '#server/domain/payment.ts';
import type { NewEvent } from '#server/events/data/events.ts';
import type { Actor, Changes } from '#server/events/rules/event.ts';
import { type JobScope, within } from '#server/platform/data/job-scope.ts';
import { type Order, orderEvent } from '../orders/orders.ts';

export type StoredMethod = typeof paymentMethods.$inferSelect;
export type MethodChange = typeof methodChanges.$inferSelect;

/** What a provider said of the method that it keeps. */
export type NewMethod = Pick<
  StoredMethod,
  | 'provider'
  | 'providerCustomerId'
  | 'providerMethodId'
  | 'type'
  | 'cardBrand'
  | 'cardLast4'
  | 'expiryMonth'
  | 'expiryYear'
>;

const ofOrder = (order: { id: string; storeId: string }) =>
  and(eq(paymentMethods.orderId, order.id), eq(paymentMethods.storeId, order.storeId));

/** What a subscription is charged by; undefined where nothing is kept for it. */
export const findMethodInUse = async (
  tx: Tx,
  order: { id: string; storeId: string },
): Promise<StoredMethod | undefined> => (await methodInUse(tx, { orderId: order.id, storeId: order.storeId }))[0];

type OrderKey = { orderId: string; storeId: string };
const isInUse = ({ orderId, storeId }: Params<OrderKey>) =>
  and(eq(paymentMethods.orderId, orderId), eq(paymentMethods.storeId, storeId), isNull(paymentMethods.replacedAt));

const methodInUse = hotStatement((db, key: Params<OrderKey>) => db.select().from(paymentMethods).where(isInUse(key)));

/** The same of several orders, by order id. */
export async function findMethodsInUse(tx: Tx, orderIds: readonly string[]): Promise<Map<string, StoredMethod>> {
  if (orderIds.length === 0) return new Map();
  const rows = await tx
    .select()
    .from(paymentMethods)
    .where(and(inArray(paymentMethods.orderId, [...orderIds]), isNull(paymentMethods.replacedAt)));
  return new Map(rows.map((row) => [row.orderId, row]));
}

/** From now on a locked order is charged by that method, and by no other. The same method twice stays one. */
export async function putMethodInUse(tx: Tx, order: Order, method: NewMethod, now: Date): Promise<void> {
  const { merchantId, storeId, environment, id: orderId } = order;
  await replacement(tx, { orderId, storeId, replacedAt: now });
  const row = { id: newId(), merchantId, storeId, environment, orderId, ...method, createdAt: now };
  await use(tx, withNulls(paymentMethods, row));
}

const replacement = hotStatement((db, params: Params<OrderKey & { replacedAt: Date }>) =>
  db
    .update(paymentMethods)
    .set(changesOf(paymentMethods, params, 'replacedAt'))
    .where(isInUse(params)),
);

const use = hotStatement((db, row: Params<StoredMethod>) => {
  const { orderId, provider, providerMethodId, merchantId } = paymentMethods;
  return db
    .insert(paymentMethods)
    .values(columnsOf(paymentMethods, row))
    .onConflictDoUpdate({
      target: [orderId, provider, providerMethodId, merchantId],
      set: {
        providerCustomerId: sql`excluded.provider_customer_id`,
        type: sql`excluded.type`,
        cardBrand: sql`excluded.card_brand`,
        cardLast4: sql`excluded.card_last4`,
        expiryMonth: sql`excluded.expiry_month`,
        expiryYear: sql`excluded.expiry_year`,
        refusedAt: null,
        refusedCode: null,
        replacedAt: null,
      },
    });
});

/** A method of a locked order is not charged again while the buyer is away; `code` is the decline that says why. */
export async function refuseMethod(
  tx: Tx,
  order: { id: string; storeId: string },
  methodId: string,
  code: string,
  now: Date,
): Promise<void> {
  await tx
    .update(paymentMethods)
    .set({ refusedAt: now, refusedCode: code })
    .where(and(ofOrder(order), eq(paymentMethods.id, methodId)));
}

/** A method of a locked order that was refused has paid after all: it is charged again. */
export async function acceptMethod(tx: Tx, order: { id: string; storeId: string }, methodId: string): Promise<void> {
  await tx
    .update(paymentMethods)
    .set({ refusedAt: null, refusedCode: null })
    .where(and(ofOrder(order), eq(paymentMethods.id, methodId)));
}

/** An event of a subscription about one of the attempts to change its method. */
export const methodChangeEvent =
  (order: Order, actor: Actor, change: { id: string }) =>
  (type: NewEvent['type'], data: Readonly<Record<string, unknown>> = {}, changes?: Changes): NewEvent =>
    orderEvent(order, actor)(type, { methodChangeId: change.id, ...data }, changes);

/** What a new status of such an attempt changes, for its event. */
export const methodChangeStatus = (change: Pick<MethodChange, 'status'>, to: MethodChange['status']): Changes =>
  changeOf('methodChangeStatus', change.status, to);

/** The intent to change a locked subscription's method: written and committed before the provider is asked. */
export async function insertMethodChange(
  tx: Tx,
  { merchantId, storeId, environment, id: orderId }: Order,
  provider: string,
  now: Date,
): Promise<MethodChange> {
  const [row] = await tx
    .insert(methodChanges)
    .values({
      id: newId(),
      merchantId,
      storeId,
      environment,
      orderId,
      provider,
      status: 'processing',
      createdAt: now,
      updatedAt: now,
    })
    .returning();
  if (!row) throw new Error('insert returned no method change');
  return row;
}

const isChangeOf = (order: { id: string; storeId: string }) =>
  and(eq(methodChanges.orderId, order.id), eq(methodChanges.storeId, order.storeId));

/** The attempt of a subscription that is neither through nor failed; there is at most one. */
export const findOpenChange = async (
  tx: Tx,
  order: { id: string; storeId: string },
): Promise<MethodChange | undefined> =>
  (
    await tx
      .select()
      .from(methodChanges)
      .where(and(isChangeOf(order), inArray(methodChanges.status, ['processing', 'requires_action'])))
  )[0];

/** The newest attempt of a subscription: what its page tells of. */
export const findLatestChange = async (
  tx: Tx,
  order: { id: string; storeId: string },
): Promise<MethodChange | undefined> =>
  (
    await tx
      .select()
      .from(methodChanges)
      .where(isChangeOf(order))
      .orderBy(desc(methodChanges.createdAt), desc(methodChanges.id))
      .limit(1)
  )[0];

/** One attempt of one store; undefined where there is none. */
export const findMethodChange = async (tx: Tx, storeId: string, changeId: string): Promise<MethodChange | undefined> =>
  (
    await tx
      .select()
      .from(methodChanges)
      .where(and(eq(methodChanges.id, changeId), eq(methodChanges.storeId, storeId)))
  )[0];

/** One attempt of one store with its row locked; lock its order first, always in that order. */
export const lockMethodChange = async (tx: Tx, storeId: string, changeId: string): Promise<MethodChange | undefined> =>
  (
    await tx
      .select()
      .from(methodChanges)
      .where(and(eq(methodChanges.id, changeId), eq(methodChanges.storeId, storeId)))
      .for('update')
  )[0];

/** Writes the status that the state machine gave, with the outcome's details. */
export async function saveMethodChange(
  tx: Tx,
  change: MethodChange,
  status: PaymentStatus,
  details: Partial<Pick<MethodChange, 'providerPaymentId' | 'failureCode' | 'failureReason' | 'actionUrl'>>,
  now: Date,
): Promise<MethodChange> {
  const [saved] = await tx
    .update(methodChanges)
    .set({ actionUrl: null, ...details, status, updatedAt: now })
    .where(and(eq(methodChanges.id, change.id), eq(methodChanges.storeId, change.storeId)))
    .returning();
  if (!saved) throw new Error(`method change ${change.id} is gone`);
  return saved;
}

/** Attempts without an outcome for a while, and those that waited for the buyer too long; the longest untouched first. */
export const listStaleChanges = (
  tx: Tx,
  scope: JobScope,
  { untouchedSince, startedBefore }: { untouchedSince: Date; startedBefore: Date },
  limit: number,
  place?: { at: Date; id: string },
): Promise<MethodChange[]> =>
  tx
    .select()
    .from(methodChanges)
    .where(
      and(
        or(
          and(eq(methodChanges.status, 'processing'), lte(methodChanges.updatedAt, untouchedSince)),
          and(eq(methodChanges.status, 'requires_action'), lte(methodChanges.createdAt, startedBefore)),
        ),
        within(tx, scope, methodChanges),
        place &&
          sql`(${methodChanges.updatedAt}, ${methodChanges.id}) > (${place.at.toISOString()}::timestamptz, ${place.id}::uuid)`,
      ),
    )
    .orderBy(asc(methodChanges.updatedAt), asc(methodChanges.id))
    .limit(limit);
