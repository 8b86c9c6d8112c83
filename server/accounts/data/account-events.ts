/** What happens to an account rather than to one of its stores. */
import { eq } from 'drizzle-orm';
import type { Database, Tx } from '#db/client.ts';
import { merchants } from '#db/schema/index.ts';
import { toShortId } from '#server/domain/ids.ts';
import { recordEvent } from '#server/events/data/events.ts';
import type { Actor, Changes } from '#server/events/rules/event.ts';
import type { EventType } from '#server/events/rules/registry.ts';

export interface AccountEvent {
  readonly merchantId: string;
  readonly type: Extract<EventType, `${'account' | 'operator'}.${string}`>;
  /** Absent: the account's own merchant, in the dashboard. */
  readonly actor?: Actor;
  readonly data?: Readonly<Record<string, unknown>>;
  readonly changes?: Changes;
}

/**
 * Records what happened to an account, whose row it locks; nothing where there is no such account. It stands in prod, as
 * an account has no environment.
 */
export async function recordAccountEvent(
  tx: Tx,
  { merchantId, type, actor = ownerOf(merchantId), data = {}, changes }: AccountEvent,
  now: Date,
): Promise<void> {
  const [found] = await tx
    .select({ id: merchants.id })
    .from(merchants)
    .where(eq(merchants.id, merchantId))
    .for('no key update');
  if (!found) return;
  const event = { type, objectId: merchantId, data, changes } as const;
  await recordEvent(tx, { merchantId, storeId: null, environment: 'prod', actor, ...event }, now);
}

/** The same in a transaction of its own, for what the account service has written already. */
export const noteAccountEvent = (db: Database, event: AccountEvent, now: Date): Promise<void> =>
  db.transaction((tx) => recordAccountEvent(tx, event, now));

const ownerOf = (merchantId: string): Actor => ({ kind: 'dashboard', by: toShortId('MER', merchantId) });
