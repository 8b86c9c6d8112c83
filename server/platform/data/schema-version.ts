/** The schema version of a database, as recorded by the migrations. */
import { sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';

/**
 * The creation time of the newest applied migration in milliseconds; 0 if none. Throws if the database does not respond.
 */
export async function readSchemaVersion(tx: Tx): Promise<number> {
  const {
    rows: [found],
  } = await tx.execute<{ there: boolean }>(
    sql`select to_regclass('drizzle.__drizzle_migrations') is not null as there`,
  );
  if (!found?.there) return 0;
  const {
    rows: [row],
  } = await tx.execute<{ newest: string | null }>(
    sql`select max(created_at) as newest from drizzle.__drizzle_migrations`,
  );
  return Number(row?.newest ?? 0);
}
