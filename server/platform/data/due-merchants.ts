/** The search for merchants with due work: docs/architecture/data.md, "Several PostgreSQL servers". */
import { and, asc, min, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Tx } from '#db/client.ts';
import { hasMerchant, type SearchScope } from './job-scope.ts';
import { searchMerchants } from './merchant-search.ts';

export interface DueSearch {
  /** The maximum number of merchants. */
  readonly limit: number;
  /** Merchants that are left out. */
  readonly except: readonly string[];
}

interface DueRows {
  readonly table: PgTable & { readonly merchantId: PgColumn };
  /** Since when a row is due. */
  readonly dueAt: PgColumn | SQL;
  readonly where: (scope: SearchScope) => SQL | undefined;
}

/** The merchants of those rows, the longest due first. Locks nothing. */
export async function listDueMerchants(
  tx: Tx,
  { table, dueAt, where }: DueRows,
  { limit, except }: DueSearch,
): Promise<string[]> {
  const isNew = except.length === 0 ? undefined : sql`${table.merchantId} <> all(${sql.param([...except])}::uuid[])`;
  const rows = await searchMerchants(tx, 'everywhere', (scope) =>
    tx
      .select({ merchantId: sql<string>`${table.merchantId}` })
      .from(table)
      .where(and(hasMerchant(scope, table.merchantId), where(scope), isNew))
      .groupBy(table.merchantId)
      .orderBy(asc(min(dueAt)), asc(table.merchantId))
      .limit(limit),
  );
  return rows.map(({ merchantId }) => merchantId);
}
