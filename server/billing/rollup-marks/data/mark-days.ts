/** Marks past days that have changed, for their rollups (docs/decisions/daily-rollups.md). */
import { sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { rollupMarks, rollupStores } from '#db/schema/index.ts';
import type { Environment } from '#server/domain/environments.ts';
import { newId } from '#server/domain/ids.ts';
import { changedDays, type DayFigure } from '../rules/day-figures.ts';

interface RowChange {
  readonly row: { readonly merchantId: string; readonly storeId: string; readonly environment: Environment };
  readonly before: readonly DayFigure[];
  readonly after: readonly DayFigure[];
}

/**
 * Marks the past days whose figures differ between versions of a merchant's locked rows, in stores with rollups. Sends no
 * statement without such a day, as in a sale. The lock comes first: the worker waits for transactions that hold one.
 */
export async function markChangedDays(tx: Tx, changes: readonly RowChange[], now: Date): Promise<void> {
  const marks = changes.flatMap(({ row: { merchantId, storeId, environment }, before, after }) =>
    changedDays(before, after, now).map((day) => ({ id: newId(), merchantId, storeId, environment, day })),
  );
  const [first] = marks;
  if (!first) return;
  await tx.execute(sql`
    insert into ${rollupMarks} (id, merchant_id, store_id, environment, day)
    select changed.id, rolled.merchant_id, rolled.store_id, rolled.environment, changed.day
    from json_to_recordset(${JSON.stringify(marks)}::json)
      as changed (id uuid, "storeId" uuid, environment text, day timestamptz)
    join ${rollupStores} as rolled on rolled.store_id = changed."storeId" and rolled.environment = changed.environment
    where rolled.merchant_id = ${first.merchantId}`);
}
