/** Detects concurrent edits of an object, and names the author of the other one. */
import { and, desc, eq, ne } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { events } from '#db/schema/index.ts';
import { findMerchant } from '#server/accounts/data/merchants.ts';
import type { Environment } from '#server/domain/environments.ts';
import { echo, errors } from '#server/domain/errors.ts';
import { fromShortId } from '#server/domain/ids.ts';
import type { Actor } from '#server/events/rules/event.ts';
import { inStore, type StoreScope } from '#server/platform/data/merchant-scope.ts';

/** An object that is about to be changed, and the basis of the change. */
interface Edited extends StoreScope {
  readonly id: string;
  readonly environment: Environment;
  readonly actor: Actor;
  readonly basedOn?: string | undefined;
}

/**
 * Throws 412 if a locked object has changed since the basis of the edit, with the saved change, its author and the current
 * basis. An edit without a basis is allowed.
 */
export async function requireBasis(
  tx: Tx,
  edited: Edited,
  { savedChange, basis }: { savedChange: string; basis: string },
): Promise<void> {
  if (edited.basedOn === undefined || edited.basedOn === basis) return;
  throw errors.savedMeanwhile(`${savedChange} meanwhile${await readAuthor(tx, edited)}`, basis);
}

/** The author of the last change, for the reader's message. Members of a store see each other's names. */
async function readAuthor(tx: Tx, { id, environment, actor: reader, ...store }: Edited): Promise<string> {
  const [last] = await tx
    .select({ actor: events.actor })
    .from(events)
    .where(
      and(
        eq(events.objectId, id),
        inStore(events, store),
        eq(events.environment, environment),
        ne(events.type, 'product.status_changed'),
      ),
    )
    .orderBy(desc(events.sequence))
    .limit(1);
  if (!last) return '';
  if (last.actor.kind === 'apiKey') return ' through the API';
  if (last.actor.kind === reader.kind && last.actor.by === reader.by)
    return ' by you, in another tab or on another device';
  const merchantId = fromShortId('MER', last.actor.by);
  const author = merchantId && (await findMerchant(tx, merchantId));
  return author ? ` by ${echo(author.name)}` : '';
}
