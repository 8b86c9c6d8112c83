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
 * Marks the past days whose figures differ between versions of locked rows, in stores with rollups. Without such a day,
 * as in a sale, no statement is sent. The lock comes first: the worker waits for transactions that hold one.
 */
export async function markChangedDays(tx: Tx, changes: readonly RowChange[], now: Date): Promise<void> {
  const marks = changes.flatMap(({ row: { merchantId, storeId, environment }, before, after }) =>
    changedDays(before, after, now).map((day) => ({ id: newId(), merchantId, storeId, environment, day })),
  );
  if (marks.length === 0) return;
  await tx.execute(sql`
    insert into ${rollupMarks} (id, merchant_id, store_id, environment, day)
    select changed.id, merchant_id, store_id, environment, changed.day
    from json_to_recordset(${JSON.stringify(marks)}::json)
      as changed (id uuid, "merchantId" uuid, "storeId" uuid, environment text, day timestamptz)
    join ${rollupStores} using (environment)
    where merchant_id = changed."merchantId" and store_id = changed."storeId"`);
}
