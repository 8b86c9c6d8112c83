/** The one way to write a status that a state machine decides. */
import type { Tx } from '#db/client.ts';
import type { payments, refunds, refundTickets } from '#db/schema/index.ts';
import { updateRow } from './update-row.ts';

type Table = typeof payments | typeof refunds | typeof refundTickets;

/** Writes a new status to a locked row of one store, with related changes. */
export async function saveStatus<Its extends Table>(
  tx: Tx,
  table: Its,
  row: Its['$inferSelect'],
  changes: Partial<Its['$inferSelect']> & Pick<Its['$inferSelect'], 'status'>,
  now: Date,
): Promise<Its['$inferSelect']> {
  return await updateRow(tx, table, row, { ...changes, updatedAt: now });
}
