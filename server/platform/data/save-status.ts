/** Rows whose status a state machine decides are written in one way. */
import { getTableName } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import type { payments, refunds, refundTickets } from '#db/schema/index.ts';
import { updateRow } from './update-row.ts';

type Table = typeof payments | typeof refunds | typeof refundTickets;

/** Writes the status that the state machine gave to a locked row of one store, with what changed beside it. */
export async function saveStatus<Its extends Table>(
  tx: Tx,
  table: Its,
  row: { readonly id: string; readonly storeId: string },
  changes: Partial<Its['$inferSelect']> & Pick<Its['$inferSelect'], 'status'>,
  now: Date,
): Promise<Its['$inferSelect']> {
  const saved = await updateRow(tx, table, row, { ...changes, updatedAt: now });
  if (!saved) throw new Error(`${getTableName(table)}: ${row.id} is gone`);
  return saved;
}
