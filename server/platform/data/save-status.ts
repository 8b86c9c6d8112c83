/** The one way to write a status that a state machine decides. */

import { getTableName } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import type { payments, refunds, refundTickets } from '#db/schema/index.ts';
import type { StoreRow } from '#server/platform/data/merchant-scope.ts';
import { updateRow } from './update-row.ts';

type Table = typeof payments | typeof refunds | typeof refundTickets;

/** Writes a new status to a locked row of one store, with related changes. */
export async function saveStatus<Its extends Table>(
  tx: Tx,
  table: Its,
  row: StoreRow,
  changes: Partial<Its['$inferSelect']> & Pick<Its['$inferSelect'], 'status'>,
  now: Date,
): Promise<Its['$inferSelect']> {
  const saved = await updateRow(tx, table, row, { ...changes, updatedAt: now });
  if (!saved) throw new Error(`${getTableName(table)}: ${row.id} is gone`);
  return saved;
}
