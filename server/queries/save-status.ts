/** Rows whose status a state machine decides are written in one way. */
import { and, eq, getTableName } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import type { payments, refunds, refundTickets } from '../../db/schema/index.ts';

type Table = typeof payments | typeof refunds | typeof refundTickets;

/** Writes the status that the state machine gave to a locked row of one store, with what changed beside it. */
export async function saveStatus<Row extends Table['$inferSelect']>(
  tx: Tx,
  table: Table,
  { id, storeId }: Row,
  changes: Partial<Row> & Pick<Row, 'status'>,
  now: Date,
): Promise<Row> {
  const [saved] = await tx
    .update(table)
    .set({ ...changes, updatedAt: now } as object)
    .where(and(eq(table.id, id), eq(table.storeId, storeId)))
    .returning();
  if (!saved) throw new Error(`${getTableName(table)}: ${id} is gone`);
  return saved as Row;
}
