/** What happens to a sender, whether it is an address or a domain. */
import type { Tx } from '#db/client.ts';
import { changesBetween } from '#server/domain/changes.ts';
import { ApiError } from '#server/domain/errors.ts';
import { recordStandingEvent } from '#server/events/data/events.ts';
import type { Actor } from '#server/events/rules/event.ts';
import { maxSendersPerStore, requireSenderRights } from './rules/sender.ts';
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

/** What was just inserted for a locked store; 400 where nothing was, as the store has it already, and for an eleventh. */
export async function requireAdded<Row extends SenderEmail | SenderDomain>(
  tx: Tx,
  kind: SenderKind,
  store: Pick<Store, 'id'>,
  added: Row | undefined,
): Promise<Row> {
  if (!added)
    throw new ApiError(400, `This ${kind} has already been added`, 'email', { code: 'already_added', path: kind });
  if ((await countSenders(tx, kind, store.id)) > maxSendersPerStore) {
    throw new ApiError(400, `At most ${maxSendersPerStore} sender ${kind}s per store`, 'email');
  }
  return added;
}

/** Records that a locked store has a new sender. */
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

/**
 * Gives up a sender of the merchant's, whatever its status, and gives it back as it was. 403 unless owner or admin, 404
 * where there is none.
 */
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
