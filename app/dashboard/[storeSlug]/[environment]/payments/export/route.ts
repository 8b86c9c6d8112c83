import type { NextRequest } from 'next/server';
import { paymentColumns } from '../../../../../../server/domain/payment-export.ts';
import { readPaymentFilter } from '../../../../../../server/domain/payment-filter.ts';
import { readAll } from '../../../../../../server/queries/paging.ts';
import { searchPayments } from '../../../../../../server/queries/payment-search.ts';
import { requireScope, type ScopeParams } from '../../../../scope.ts';
import { csvFile } from '../../../../streamed-file.ts';

const batch = 500;

/** All payments that the list's filter lets through, newest first, as CSV. */
export async function GET({ nextUrl }: NextRequest, { params }: { params: Promise<ScopeParams> }): Promise<Response> {
  const { readDb, scope, store, environment } = await requireScope(params, '/payments');
  const filter = { ...readPaymentFilter(nextUrl.searchParams).filter, oldestFirst: false };
  const rows = readAll(
    batch,
    (place, limit) => searchPayments(readDb, scope, filter, place, limit),
    ({ id }) => id,
  );
  return csvFile(`${store.slug}-${environment}-payments.csv`, paymentColumns, rows);
}
