/** The rows that emails about stores and accounts are made from. */
import { and, eq } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { apiKeys } from '#db/schema/index.ts';
import { type ApiKey, findMerchant, type Merchant } from '#server/accounts/data/merchants.ts';
import { fromShortId, isUuid } from '#server/domain/ids.ts';
import { plainName } from '#server/domain/quoted-name.ts';
import type { EventRow } from '#server/events/data/events.ts';
import type { Names } from '#server/events/rules/audit-words.ts';
import { among } from '#server/platform/data/listing.ts';
import { listStoreMembers } from '#server/stores/store-members.ts';
import { findStore, type Store } from '#server/stores/stores.ts';

export type Reader = Pick<Merchant, 'id' | 'name' | 'email'>;

export interface OwnerEmailFacts {
  readonly event: EventRow;
  /** Undefined for an event of an account. */
  readonly store: Store | undefined;
  /** The store's owner, or the account. */
  readonly owner: Reader | undefined;
  /** The account that the event names: the new admin, the new owner. */
  readonly person: Reader | undefined;
  readonly formerOwner: Reader | undefined;
  /** The actor's name. */
  readonly names: Names;
  readonly isByTestKey: boolean;
}

export async function findOwnerEmailFacts(tx: Tx, event: EventRow): Promise<OwnerEmailFacts> {
  const { storeId, merchantId, data } = event;
  const store = storeId === null ? undefined : await findStore(tx, storeId);
  const owner = await findMerchant(tx, store?.ownerId ?? merchantId);
  const person = await findAccount(tx, data.merchantId);
  const formerOwner = await findAccount(tx, data.formerOwner);
  return { event, store, owner, person, formerOwner, ...(await findActor(tx, event)) };
}

async function findAccount(tx: Tx, shortId: unknown): Promise<Merchant | undefined> {
  const id = typeof shortId === 'string' ? fromShortId('MER', shortId) : undefined;
  return id === undefined ? undefined : await findMerchant(tx, id);
}

/** An API key that was deleted since may have been a test key. */
async function findActor(
  tx: Tx,
  { merchantId, storeId, actor: { kind, by } }: EventRow,
): Promise<Pick<OwnerEmailFacts, 'names' | 'isByTestKey'>> {
  const members = new Map<string, string>();
  const keys = new Map<string, ApiKey>();
  if (kind === 'dashboard') {
    const account = await findAccount(tx, by);
    if (account) members.set(by, plainName(account.name));
  }
  if (kind !== 'apiKey') return { names: { members, keys }, isByTestKey: false };
  if (!isUuid(by)) return { names: { members, keys }, isByTestKey: true };
  // The key may belong to another member, whose account the event does not name.
  const accounts = storeId === null ? [] : await listStoreMembers(tx, storeId);
  const merchantIds = new Set([merchantId, ...accounts.map((account) => account.merchantId)]);
  const [key] = await tx
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.id, by), among(apiKeys.merchantId, [...merchantIds])));
  if (key) keys.set(by, { ...key, nickname: plainName(key.nickname) });
  return { names: { members, keys }, isByTestKey: key?.environment !== 'prod' };
}
