/** Adds and revokes senders of either kind. */
import type { Tx } from '#db/client.ts';
import { changesBetween } from '#server/domain/changes.ts';
import { recordStandingEvent } from '#server/events/data/events.ts';
import type { Actor } from '#server/events/rules/event.ts';
import { scopeOfStore } from '#server/platform/data/merchant-scope.ts';
import { alreadyAdded, maxSendersPerStore, requireSenderRights, tooManySenders } from './rules/sender.ts';
import {
  countSenders,
  deleteSender,
  lockMemberSender,
  type SenderDomain,
  type SenderEmail,
  type SenderKind,
  type SenderOf,
  senderName,
} from './senders.ts';
import type { Store } from './stores.ts';

/** Returns the inserted row of a locked store; throws 400 if the store had it already, or has reached the limit. */
export async function requireAdded<Row extends SenderEmail | SenderDomain>(
  tx: Tx,
  kind: SenderKind,
  store: Pick<Store, 'id' | 'merchantId'>,
  added: Row | undefined,
): Promise<Row> {
  if (!added) throw alreadyAdded(kind);
  if ((await countSenders(tx, kind, scopeOfStore(store))) > maxSendersPerStore) throw tooManySenders(kind);
  return added;
}

/** Records a locked store's new sender. */
export async function recordAdded(
  tx: Tx,
  kind: SenderKind,
  store: Pick<Store, 'id' | 'merchantId'>,
  sender: SenderEmail | SenderDomain,
  actor: Actor,
  now: Date,
): Promise<void> {
  const data = { kind, name: senderName(sender) };
  const changes = changesBetween(null, { ...data, status: sender.status });
  const event = { type: 'sender.added', objectId: sender.id, data, changes } as const;
  await recordStandingEvent(tx, store, actor, event, now);
}

/** Deletes a sender of the merchant's and returns it. Throws 403 unless the caller is owner or admin, 404 if unknown. */
export async function revokeSender<Kind extends SenderKind>(
  tx: Tx,
  kind: Kind,
  merchantId: string,
  id: string,
  actor: Actor,
  now: Date,
): Promise<SenderOf<Kind>> {
  const { store, sender } = await lockMemberSender(tx, kind, merchantId, id);
  requireSenderRights(store.role);
  await deleteSender(tx, kind, sender);
  const data = { kind, name: senderName(sender), status: sender.status };
  const changes = changesBetween(data, null);
  const event = { type: 'sender.revoked', objectId: sender.id, data, changes } as const;
  await recordStandingEvent(tx, store, actor, event, now);
  return sender;
}
