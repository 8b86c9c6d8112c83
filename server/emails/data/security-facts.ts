/** Who did something, for the emails about it. */
import { eq } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { apiKeys } from '#db/schema/index.ts';
import { findMerchant } from '#server/accounts/data/merchants.ts';
import type { Environment } from '#server/domain/environments.ts';
import { fromShortId, isUuid } from '#server/domain/ids.ts';
import { plainName } from '#server/domain/quoted-name.ts';
import type { Names } from '#server/events/rules/audit-words.ts';
import type { Actor } from '#server/events/rules/event.ts';

/** The names of whoever did it, and the environment of an API key; without them where the key or account is gone. */
export async function findActor(
  tx: Tx,
  { kind, by }: Actor,
): Promise<{ names: Names; keyEnvironment?: Environment | undefined }> {
  const [members, keys]: [Names['members'], Names['keys']] = [new Map(), new Map()];
  if (kind === 'dashboard') {
    const id = fromShortId('MER', by);
    const account = id === undefined ? undefined : await findMerchant(tx, id);
    return { names: { members: account ? new Map([[by, plainName(account.name)]]) : members, keys } };
  }
  if (kind !== 'apiKey' || !isUuid(by)) return { names: { members, keys } };
  // By its id alone: the key may be another member's, whose account the event does not name.
  const [key] = await tx.select().from(apiKeys).where(eq(apiKeys.id, by));
  return {
    names: { members, keys: key ? new Map([[by, { ...key, nickname: plainName(key.nickname) }]]) : keys },
    keyEnvironment: key?.environment,
  };
}
