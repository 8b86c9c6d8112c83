/** Rows of stores, by id, as the stores' members see them. */
import { and, eq, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Tx } from '#db/client.ts';
import { findOfMember, inMemberStores } from './stores.ts';

type StoreTable = PgTable & Readonly<Record<'id' | 'merchantId' | 'storeId', PgColumn>>;

/** A row of one of the member's stores that matches the filter, without deleted stores. Locks nothing. */
export const findRowOfMember = <Table extends StoreTable>(
  tx: Tx,
  table: Table,
  memberId: string,
  id: string,
  filter?: SQL,
): Promise<Table['$inferSelect'] | undefined> =>
  findOfMember(tx, memberId, async (merchantId) => {
    const isThis = and(and(eq(table.id, id), filter), inMemberStores(tx, table, { memberId, merchantId }));
    const [row] = await tx
      .select()
      .from(table as PgTable)
      .where(isThis);
    return row;
  });
