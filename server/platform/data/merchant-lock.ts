/** Locks by name, which hold whichever node of a cluster a transaction is connected to. */
import { type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { dailyLimits, stores } from '#db/schema/index.ts';

type Value<Type> = Type | Placeholder;

/**
 * One row, read where the merchant's rows are. PostgreSQL holds an advisory lock on one server only, so all calls of a
 * merchant must take it on the same one, whichever node they are connected to. No store has this ID.
 */
export const onNodeOf = (merchantId: Value<string>): SQL =>
  sql`(select count(*) from ${stores} where ${stores.merchantId} = ${merchantId} and ${stores.id} = '00000000-0000-0000-0000-000000000000') as node`;

/** The number of the lock with a name. */
export const numberOf = (name: Value<string>): SQL => sql`hashtextextended(${name}, 0)`;

/** Waits for the lock and holds it until the transaction ends. `share`: holders with it do not exclude each other. */
export async function lockByName(
  tx: Tx,
  merchantId: string,
  name: string,
  mode: 'update' | 'share' = 'update',
): Promise<void> {
  const lock = sql.raw(mode === 'share' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock');
  await tx.execute(sql`select ${lock}(${numberOf(name)}) from ${onNodeOf(merchantId)}`);
}

/** One row, read on the coordinator, where this table is. */
const onCoordinator = sql`(select count(*) from ${dailyLimits} where ${dailyLimits.id} = '') as coordinator`;

/** The same among all merchants' calls. */
export async function lockForAll(tx: Tx, name: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${numberOf(name)}) from ${onCoordinator}`);
}
