import type { NextRequest } from 'next/server';
import { requireScope, type ScopeParams } from '#app/dashboard/scope.ts';
import { csvFile } from '#app/dashboard/streamed-file.ts';
import { searchPayments } from '#server/billing/payments/data/payment-search.ts';
import { paymentColumns } from '#server/billing/payments/rules/payment-export.ts';
import { readPaymentFilter } from '#server/billing/payments/rules/payment-filter.ts';
import { readAll } from '#server/platform/data/paging.ts';

const batch = 500;

/** Exports the filtered payments as CSV, newest first. */
export async function GET({ nextUrl }: NextRequest, { params }: { params: Promise<ScopeParams> }): Promise<Response> {
  const { readDb, scope, store, environment } = await requireScope(params, '/payments');
  const filter = { ...readPaymentFilter(nextUrl.searchParams).filter, oldestFirst: false };
  const rows = readAll(
    batch,
    (page, limit) => searchPayments(readDb, scope, filter, page, limit),
    ({ id }) => id,
  );
  return csvFile(`${store.slug}-${environment}-payments.csv`, paymentColumns, rows);
}
