/** Whether what somebody edits is still what they began from, and who has saved since. */
import { and, desc, eq, ne } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { events } from '#db/schema/index.ts';
import { findMerchant } from '#server/accounts/data/merchants.ts';
import type { Environment } from '#server/domain/environments.ts';
import { echo, errors } from '#server/domain/errors.ts';
import { fromShortId } from '#server/domain/ids.ts';
import type { Actor } from '#server/events/rules/event.ts';

/** What is about to be changed in a store's environment, and what whoever changes it began from. */
interface Edited {
  readonly id: string;
  readonly storeId: string;
  readonly environment: Environment;
  readonly actor: Actor;
  readonly basedOn?: string | undefined;
}

/**
 * 412 where an object, locked by this transaction, is no longer what the change began from: says what was saved
 * meanwhile, by whom, and what is there now. A change that began from nothing in particular is let through.
 */
export async function requireBasis(
  tx: Tx,
  edited: Edited,
  { what, basis }: { what: string; basis: string },
): Promise<void> {
  if (edited.basedOn === undefined || edited.basedOn === basis) return;
  throw errors.savedMeanwhile(`${what} meanwhile${await readAuthor(tx, edited)}`, basis);
}

/** Who made the object what it is, as a page's reader knows them: members of a store see each other's names. */
async function readAuthor(tx: Tx, { id, storeId, environment, actor: reader }: Edited): Promise<string> {
  const [last] = await tx
    .select({ actor: events.actor })
    .from(events)
    .where(
      and(
        eq(events.objectId, id),
        eq(events.storeId, storeId),
        eq(events.environment, environment),
        ne(events.type, 'product.status_changed'),
      ),
    )
    .orderBy(desc(events.sequence))
    .limit(1);
  if (!last) return '';
  if (last.actor.kind === 'apiKey') return ' through the API';
  if (last.actor.kind === reader.kind && last.actor.by === reader.by) return ' by you, somewhere else';
  const merchantId = fromShortId('MER', last.actor.by);
  const author = merchantId && (await findMerchant(tx, merchantId));
  return author ? ` by ${echo(author.name)}` : '';
}
