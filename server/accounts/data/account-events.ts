/** Events of an account, as opposed to one of its stores. */
import type { Database, Tx } from '#db/client.ts';
import { toShortId } from '#server/domain/ids.ts';
import { recordEvent } from '#server/events/data/events.ts';
import type { Actor, Changes } from '#server/events/rules/event.ts';
import type { EventType } from '#server/events/rules/registry.ts';
import { findMerchant, lockMerchant } from './merchants.ts';

export interface AccountEvent {
  readonly merchantId: string;
  readonly type: Extract<EventType, `${'account' | 'operator'}.${string}`>;
  /** Defaults to the account's own merchant, in the dashboard. */
  readonly actor?: Actor;
  readonly data?: Readonly<Record<string, unknown>>;
  readonly changes?: Changes;
}

/**
 * Locks an account and records its event; does nothing if the account does not exist. The event is in prod, because accounts
 * have no environment.
 */
export async function recordAccountEvent(
  tx: Tx,
  { merchantId, type, actor = merchantActor(merchantId), data = {}, changes }: AccountEvent,
  now: Date,
): Promise<void> {
  await lockMerchant(tx, merchantId);
  if (!(await findMerchant(tx, merchantId))) return;
  const event = { type, objectId: merchantId, data, changes } as const;
  await recordEvent(tx, { merchantId, storeId: null, environment: 'prod', actor, ...event }, now);
}

/** Records an event in a transaction of its own, after the account service has made the change. */
export const recordAccountEventAlone = (db: Database, event: AccountEvent, now: Date): Promise<void> =>
  db.transaction((tx) => recordAccountEvent(tx, event, now));

const merchantActor = (merchantId: string): Actor => ({ kind: 'dashboard', by: toShortId('MER', merchantId) });
