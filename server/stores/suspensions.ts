/**
 * What an operator takes from accounts and stores, and gives back: under the store's lock, with an event, and emailed to the
 * owner, all in one transaction. The lock waits for sales that have begun and is seen by every later one.
 */
import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { merchants, stores } from '#db/schema/index.ts';
import { recordAccountEvent } from '#server/accounts/data/account-events.ts';
import type { Merchant } from '#server/accounts/data/merchants.ts';
import { changeOf } from '#server/domain/changes.ts';
import { ApiError, errors } from '#server/domain/errors.ts';
import { plainName, quotedName } from '#server/domain/quoted-name.ts';
import { ofStore, queueEmail } from '#server/events/data/emails.ts';
import { recordStandingEvent } from '#server/events/data/events.ts';
import { englishDraft, serviceLook } from '#server/events/rules/email-content.ts';
import type { Actor } from '#server/events/rules/event.ts';
import type { EventType } from '#server/events/rules/registry.ts';
import { mayUpdateStore } from './rules/roles.ts';
import { type MemberStore, type Store, updateStore } from './stores.ts';

export interface Measure {
  /** Whether it takes something away; else it gives it back. */
  readonly isTaken: boolean;
  readonly reason: string | null;
  readonly actor: Actor;
  /** Where the dashboard is, for the email. */
  readonly appUrl: string;
}

function requireReason({ isTaken, reason }: Measure): void {
  if (isTaken && reason === null) throw errors.missingField('reason', 'store');
}

const unchanged = (message: string): ApiError => new ApiError(400, message, 'store');

export interface Suspension {
  /** Whether the store is suspended by itself, or with the account that owns it or has handed it over. */
  readonly of: 'store' | 'account';
  readonly reason: string | null;
}

/** Why a store is suspended in prod; undefined where it is not. An account's reason is told to those who run the store. */
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

/** Suspends a store's `prod`, or reinstates it. 400 where nothing would change, 404 for a store that is deleted. */
export async function setStoreSuspension(tx: Tx, storeId: string, measure: Measure, now: Date): Promise<Store> {
  requireReason(measure);
  const { isTaken, reason } = measure;
  const store = await lockForOperator(tx, storeId);
  if (isTaken === (store.prodSuspendedAt !== null)) {
    throw unchanged(isTaken ? 'This store is suspended already' : 'This store is not suspended');
  }
  const saved = await updateStore(
    tx,
    store.id,
    { prodSuspendedAt: isTaken ? now : null, prodSuspensionReason: isTaken ? reason : null },
    now,
  );
  await recordStore(tx, saved, isTaken ? 'store.prod_suspended' : 'store.prod_reinstated', measure, now);
  const outcome = isTaken
    ? `The operator has suspended your store ${quotedName(store.name)} in prod. It sells nothing there, and renewals wait. Test goes on.`
    : `The operator has reinstated your store ${quotedName(store.name)} in prod.`;
  await notifyOwner(
    tx,
    saved,
    { subject: isTaken ? 'Your store is suspended' : 'Your store is reinstated', outcome, ...measure },
    now,
  );
  return saved;
}

/** Lets a store sell in `prod`, or takes that back. 400 where nothing would change. */
export async function setProdEnabled(tx: Tx, storeId: string, measure: Measure, now: Date): Promise<Store> {
  requireReason(measure);
  const { isTaken } = measure;
  const store = await lockForOperator(tx, storeId);
  if (store.prodEnabled !== isTaken) {
    throw unchanged(isTaken ? 'This store is not enabled for prod' : 'This store is enabled for prod already');
  }
  const saved = await updateStore(tx, store.id, { prodEnabled: !isTaken }, now);
  await recordStore(tx, saved, isTaken ? 'store.prod_disabled' : 'store.prod_enabled', measure, now, store);
  const outcome = isTaken
    ? `Your store ${quotedName(store.name)} may no longer sell in prod. Its open checkouts are refused; subscriptions renew.`
    : `Your store ${quotedName(store.name)} may sell in prod from now on.`;
  await notifyOwner(tx, saved, { subject: 'Selling in prod', outcome, ...measure }, now);
  return saved;
}

/** Suspends an account, and with it the `prod` of every store that it owns; or reinstates both. */
export async function setMerchantSuspension(
  tx: Tx,
  merchantId: string,
  measure: Measure,
  now: Date,
): Promise<Merchant> {
  requireReason(measure);
  const { isTaken, reason, actor, appUrl } = measure;
  const [merchant] = await tx.select().from(merchants).where(eq(merchants.id, merchantId)).for('update');
  if (!merchant) throw errors.merchantNotFound();
  if (isTaken === (merchant.suspendedAt !== null)) {
    throw unchanged(isTaken ? 'This account is suspended already' : 'This account is not suspended');
  }
  const standing = { suspendedAt: isTaken ? now : null, suspensionReason: isTaken ? reason : null };
  const [saved] = await tx
    .update(merchants)
    .set({ ...standing, updatedAt: now })
    .where(eq(merchants.id, merchantId))
    .returning();
  // A store that was handed over meanwhile stays suspended until this account is reinstated.
  const concerned = isTaken
    ? and(eq(stores.ownerId, merchantId), isNull(stores.suspendedWith))
    : eq(stores.suspendedWith, merchantId);
  const locked = await tx.select().from(stores).where(concerned).orderBy(asc(stores.id)).for('update');
  for (const store of locked) {
    const changed = await updateStore(tx, store.id, { suspendedWith: isTaken ? merchantId : null }, now);
    await recordStore(tx, changed, isTaken ? 'store.prod_suspended' : 'store.prod_reinstated', measure, now);
  }
  const type = isTaken ? 'account.suspended' : 'account.reinstated';
  await recordAccountEvent(tx, { merchantId, type, actor, data: { reason } }, now);
  const letter = operatorEmail(merchant, {
    subject: isTaken ? 'Your account is suspended' : 'Your account is reinstated',
    outcome: isTaken
      ? 'The operator has suspended your account. None of your stores sells in prod, and renewals wait. You can still sign in and read.'
      : 'The operator has reinstated your account. Your stores sell in prod again, unless one is suspended by itself.',
    reason,
    url: `${appUrl}/dashboard`,
  });
  await queueEmail(tx, { merchantId }, { kind: 'account', recipient: merchant.email, ...letter }, now);
  return saved ?? merchant;
}

/** Exclusive: whoever holds the store for a sale is waited for. */
async function lockForOperator(tx: Tx, storeId: string): Promise<Store> {
  const [store] = await tx
    .select()
    .from(stores)
    .where(and(eq(stores.id, storeId), isNull(stores.deletedAt)))
    .for('update');
  if (!store) throw errors.storeNotFound();
  return store;
}

const recordStore = (
  tx: Tx,
  store: Store,
  type: Extract<EventType, `store.prod_${string}`>,
  { actor, reason }: Measure,
  now: Date,
  before?: Store,
): Promise<string> => {
  const changes = before && changeOf('prodEnabled', before.prodEnabled, store.prodEnabled);
  const event = { type, objectId: store.id, data: { reason }, changes } as const;
  return recordStandingEvent(tx, store, actor, event, now);
};

interface Told {
  readonly subject: string;
  readonly outcome: string;
  readonly reason: string | null;
}

async function notifyOwner(tx: Tx, store: Store, told: Told & { appUrl: string }, now: Date): Promise<void> {
  const [owner] = await tx.select().from(merchants).where(eq(merchants.id, store.ownerId));
  if (!owner) return;
  const letter = operatorEmail(owner, { ...told, url: `${told.appUrl}/dashboard/${store.slug}/prod/verification` });
  await queueEmail(tx, ofStore(store, 'prod'), { kind: 'review', recipient: owner.email, ...letter }, now);
}

const operatorEmail = (owner: { name: string }, { subject, outcome, reason, url }: Told & { url: string }) =>
  englishDraft(serviceLook, {
    subject,
    parts: [
      `Hello ${plainName(owner.name)},`,
      outcome,
      reason !== null && 'The reason:',
      reason !== null && { kind: 'quote', text: reason },
      { kind: 'button', label: 'Open the dashboard', url },
    ],
  });
