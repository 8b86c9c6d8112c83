/**
 * Operators suspend and reinstate accounts and stores, under the store's lock. The lock waits for sales in progress, and
 * every later sale sees the result. The email to the owner follows from the event.
 */
import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { merchants, stores } from '#db/schema/index.ts';
import { recordAccountEvent } from '#server/accounts/data/account-events.ts';
import { findMerchant, lockMerchant, type Merchant } from '#server/accounts/data/merchants.ts';
import { changeOf } from '#server/domain/changes.ts';
import { ApiError, errors } from '#server/domain/errors.ts';
import { recordStandingEvent } from '#server/events/data/events.ts';
import type { Actor, Changes } from '#server/events/rules/event.ts';
import type { EventType } from '#server/events/rules/registry.ts';
import { everyMerchant, scopeOfStore } from '#server/platform/data/merchant-scope.ts';
import { lockStoreRow } from './data/store-locks.ts';
import { findStoreScope } from './data/store-merchants.ts';
import { mayUpdateStore } from './rules/roles.ts';
import { type MemberStore, type Store, updateStore } from './stores.ts';

export interface Measure {
  /** True: suspend, or withdraw. False: reinstate, or grant. */
  readonly isTaken: boolean;
  readonly reason: string | null;
  readonly actor: Actor;
}

function requireReason({ isTaken, reason }: Measure): void {
  if (isTaken && reason === null) throw errors.missingField('reason', 'store');
}

const unchanged = (message: string): ApiError => new ApiError(400, message, 'store');

export interface Suspension {
  /** `account`: the store is suspended with an account that owns it or has handed it over. */
  readonly of: 'store' | 'account';
  readonly reason: string | null;
}

/** The store's suspension in prod, if any. Only members who may update the store see an account's reason. */
export async function readSuspension(tx: Tx, store: MemberStore): Promise<Suspension | undefined> {
  if (store.prodSuspendedAt !== null) return { of: 'store', reason: store.prodSuspensionReason };
  if (store.suspendedWith === null) return undefined;
  if (!mayUpdateStore(store.role)) return { of: 'account', reason: null };
  const [account] = await tx
    .select({ reason: merchants.suspensionReason })
    .from(merchants)
    .where(eq(merchants.id, store.suspendedWith));
  return { of: 'account', reason: account?.reason ?? null };
}

/** Suspends a store in prod, or reinstates it. 400 if nothing would change, 404 for a deleted store. */
export async function setStoreSuspension(tx: Tx, storeId: string, measure: Measure, now: Date): Promise<Store> {
  requireReason(measure);
  const { isTaken, reason } = measure;
  const store = await lockForOperator(tx, storeId);
  if (isTaken === (store.prodSuspendedAt !== null)) {
    throw unchanged(isTaken ? 'This store is already suspended' : 'This store is not suspended');
  }
  const saved = await updateStore(
    tx,
    store,
    { prodSuspendedAt: isTaken ? now : null, prodSuspensionReason: isTaken ? reason : null },
    now,
  );
  const type = isTaken ? 'store.prod_suspended' : 'store.prod_reinstated';
  await recordStore(tx, saved, { type }, measure, now);
  return saved;
}

/** Lets a store sell in prod, or withdraws that. 400 if nothing would change. */
export async function setProdEnabled(tx: Tx, storeId: string, measure: Measure, now: Date): Promise<Store> {
  requireReason(measure);
  const { isTaken } = measure;
  const store = await lockForOperator(tx, storeId);
  if (store.prodEnabled !== isTaken) {
    throw unchanged(isTaken ? 'This store is not enabled for prod' : 'This store is already enabled for prod');
  }
  const saved = await updateStore(tx, store, { prodEnabled: !isTaken }, now);
  const changes = changeOf('prodEnabled', store.prodEnabled, saved.prodEnabled);
  await recordStore(tx, saved, { type: isTaken ? 'store.prod_disabled' : 'store.prod_enabled', changes }, measure, now);
  return saved;
}

/** Suspends an account and its stores in prod, or reinstates both. */
export async function setMerchantSuspension(
  tx: Tx,
  merchantId: string,
  measure: Measure,
  now: Date,
): Promise<Merchant> {
  requireReason(measure);
  const { isTaken, reason, actor } = measure;
  await lockMerchant(tx, merchantId);
  const merchant = await findMerchant(tx, merchantId);
  if (!merchant) throw errors.merchantNotFound();
  if (isTaken === (merchant.suspendedAt !== null)) {
    throw unchanged(isTaken ? 'This account is already suspended' : 'This account is not suspended');
  }
  const suspension = { suspendedAt: isTaken ? now : null, suspensionReason: isTaken ? reason : null };
  const [saved] = await tx
    .update(merchants)
    .set({ ...suspension, updatedAt: now })
    .where(eq(merchants.id, merchantId))
    .returning();
  // A store that was handed over stays suspended until this account is reinstated.
  const affected = isTaken
    ? and(everyMerchant, eq(stores.ownerId, merchantId), isNull(stores.suspendedWith))
    : and(everyMerchant, eq(stores.suspendedWith, merchantId));
  const toLock = await tx.select().from(stores).where(affected).orderBy(asc(stores.id));
  for (const store of toLock) await lockStoreRow(tx, scopeOfStore(store), 'update');
  // Read again under the locks: a store may have been handed over.
  const locked = await tx.select().from(stores).where(affected).orderBy(asc(stores.id));
  for (const store of locked) {
    const changed = await updateStore(tx, store, { suspendedWith: isTaken ? merchantId : null }, now);
    const event = {
      type: isTaken ? 'store.prod_suspended' : 'store.prod_reinstated',
      data: { emailed: false },
    } as const;
    await recordStore(tx, changed, event, measure, now);
  }
  const type = isTaken ? 'account.suspended' : 'account.reinstated';
  await recordAccountEvent(tx, { merchantId, type, actor, data: { reason } }, now);
  return saved ?? merchant;
}

/** An exclusive lock: it waits for sales that hold the store. */
async function lockForOperator(tx: Tx, storeId: string): Promise<Store> {
  const scope = await findStoreScope(tx, storeId);
  const store = scope && (await lockStoreRow(tx, scope, 'update'));
  if (!store || store.deletedAt) throw errors.storeNotFound();
  return store;
}

interface StandingEvent {
  readonly type: Extract<EventType, `store.prod_${string}`>;
  readonly changes?: Changes;
  readonly data?: { readonly emailed: false };
}

const recordStore = (
  tx: Tx,
  store: Store,
  { data, ...event }: StandingEvent,
  { actor, reason }: Measure,
  now: Date,
): Promise<string> =>
  recordStandingEvent(tx, store, actor, { ...event, objectId: store.id, data: { reason, ...data } }, now);
