/** The payment methods of subscriptions, and the attempts to change them. */

import { and, asc, desc, eq, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { changesOf, columnsOf, hotStatement, type Params, withNulls } from '#db/hot-statement.ts';
import { methodChanges, paymentMethods } from '#db/schema/index.ts';
import { changeOf } from '#server/domain/changes.ts';
import { newId } from '#server/domain/ids.ts';
import { livePaymentStatuses, type PaymentStatus } from '#server/domain/payment.ts';
import type { NewEvent } from '#server/events/data/events.ts';
import type { Actor, Changes } from '#server/events/rules/event.ts';
import { inJobScope, type JobScope } from '#server/platform/data/job-scope.ts';
import { checkedInStore, isRow, type StoreRow, type StoreScope } from '#server/platform/data/merchant-scope.ts';
import { searchMerchants } from '#server/platform/data/merchant-search.ts';
import { type Order, orderEvent } from '../orders/orders.ts';

export type StoredMethod = typeof paymentMethods.$inferSelect;
export type MethodChange = typeof methodChanges.$inferSelect;

/** The fields of a saved method that come from the provider. */
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

const isMethodOf = (order: StoreRow, methodId: string) =>
  and(isRow(paymentMethods, { ...order, id: methodId }), eq(paymentMethods.orderId, order.id));

/** The method that a subscription is charged with, or undefined. */
export const findMethodInUse = async (tx: Tx, order: StoreRow): Promise<StoredMethod | undefined> =>
  (await methodInUse(tx, order))[0];

const isInUse = (order: Params<StoreRow>) =>
  and(eq(paymentMethods.orderId, order.id), checkedInStore(paymentMethods, order), isNull(paymentMethods.replacedAt));

const methodInUse = hotStatement((db, order: Params<StoreRow>) =>
  db.select().from(paymentMethods).where(isInUse(order)),
);

/** Charges a locked order with the method of another order of the same buyer, unless that one was refused. */
export async function copyMethodInUse(tx: Tx, from: StoreRow, to: Order, now: Date): Promise<void> {
  const method = await findMethodInUse(tx, from);
  if (!method || method.refusedAt) return;
  const { provider, providerCustomerId, providerMethodId, type, cardBrand, cardLast4, expiryMonth, expiryYear } =
    method;
  const card = { type, cardBrand, cardLast4, expiryMonth, expiryYear };
  await setMethodInUse(tx, to, { provider, providerCustomerId, providerMethodId, ...card }, now);
}

/** Makes a method the only one that a locked order is charged with. An existing row of the same method is reused. */
export async function setMethodInUse(tx: Tx, order: Order, method: NewMethod, now: Date): Promise<void> {
  const { merchantId, storeId, environment, id: orderId } = order;
  await markReplaced(tx, { id: orderId, merchantId, storeId, replacedAt: now });
  const row = { id: newId(), merchantId, storeId, environment, orderId, ...method, createdAt: now };
  await upsertMethod(tx, withNulls(paymentMethods, row));
}

const markReplaced = hotStatement((db, params: Params<StoreRow & { replacedAt: Date }>) =>
  db
    .update(paymentMethods)
    .set(changesOf(paymentMethods, params, 'replacedAt'))
    .where(isInUse(params)),
);

const upsertMethod = hotStatement((db, row: Params<StoredMethod>) => {
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

/** Stops charging a method of a locked order while the buyer is absent; `code` is the decline. */
export async function refuseMethod(tx: Tx, order: StoreRow, methodId: string, code: string, now: Date): Promise<void> {
  await tx.update(paymentMethods).set({ refusedAt: now, refusedCode: code }).where(isMethodOf(order, methodId));
}

/** Charges a refused method of a locked order again, after a late success. */
export async function acceptMethod(tx: Tx, order: StoreRow, methodId: string): Promise<void> {
  await tx.update(paymentMethods).set({ refusedAt: null, refusedCode: null }).where(isMethodOf(order, methodId));
}

/** Makes the event of a subscription about a method change. */
export const methodChangeEvent =
  (order: Order, actor: Actor, change: { id: string }) =>
  (type: NewEvent['type'], data: Readonly<Record<string, unknown>> = {}, changes?: Changes): NewEvent =>
    orderEvent(order, actor)(type, { methodChangeId: change.id, ...data }, changes);

/** The status change of a method change, for its event. */
export const methodChangeStatus = (change: Pick<MethodChange, 'status'>, to: MethodChange['status']): Changes =>
  changeOf('methodChangeStatus', change.status, to);

/** Inserts the intent to change a locked subscription's method. It is committed before the provider is asked. */
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

const isChangeOf = (order: StoreRow) => and(eq(methodChanges.orderId, order.id), checkedInStore(methodChanges, order));

/** A subscription's undecided method change; there is at most one. */
export const findOpenChange = async (tx: Tx, order: StoreRow): Promise<MethodChange | undefined> =>
  (
    await tx
      .select()
      .from(methodChanges)
      .where(and(isChangeOf(order), inArray(methodChanges.status, [...livePaymentStatuses])))
  )[0];

/** A subscription's newest method change. */
export const findLatestChange = async (tx: Tx, order: StoreRow): Promise<MethodChange | undefined> =>
  (
    await tx
      .select()
      .from(methodChanges)
      .where(isChangeOf(order))
      .orderBy(desc(methodChanges.createdAt), desc(methodChanges.id))
      .limit(1)
  )[0];

/** A method change of one store, or undefined. */
export const findMethodChange = async (
  tx: Tx,
  { merchantId, storeId }: StoreScope,
  id: string,
): Promise<MethodChange | undefined> =>
  (await tx.select().from(methodChanges).where(isRow(methodChanges, { id, merchantId, storeId })))[0];

/** A method change of one store with its row locked. Lock its order first, to avoid deadlocks. */
export const lockMethodChange = async (
  tx: Tx,
  { merchantId, storeId }: StoreScope,
  id: string,
): Promise<MethodChange | undefined> =>
  (await tx.select().from(methodChanges).where(isRow(methodChanges, { id, merchantId, storeId })).for('update'))[0];

/** Saves the status that the state machine returned, with the outcome's details. */
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
    .where(isRow(methodChanges, change))
    .returning();
  if (!saved) throw new Error(`method change ${change.id} is gone`);
  return saved;
}

/** Changes that were undecided or challenged for too long; the longest untouched first. */
export const listStaleChanges = (
  tx: Tx,
  jobScope: JobScope,
  { untouchedSince, startedBefore }: { untouchedSince: Date; startedBefore: Date },
  limit: number,
  after?: { at: Date; id: string },
): Promise<MethodChange[]> =>
  searchMerchants(tx, jobScope, (scope) =>
    tx
      .select()
      .from(methodChanges)
      .where(
        and(
          or(
            and(eq(methodChanges.status, 'processing'), lte(methodChanges.updatedAt, untouchedSince)),
            and(eq(methodChanges.status, 'requires_action'), lte(methodChanges.createdAt, startedBefore)),
          ),
          inJobScope(tx, scope, methodChanges),
          after &&
            sql`(${methodChanges.updatedAt}, ${methodChanges.id}) > (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`,
        ),
      )
      .orderBy(asc(methodChanges.updatedAt), asc(methodChanges.id))
      .limit(limit),
  );
