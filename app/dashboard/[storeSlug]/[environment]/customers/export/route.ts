import type { NextRequest } from 'next/server';
import { requireScope, type ScopeParams } from '#app/dashboard/scope.ts';
import { csvFile } from '#app/dashboard/streamed-file.ts';
import { readSpentThrough, searchCustomers } from '#server/customers/data/customers.ts';
import { customerColumns, type ExportedCustomer } from '#server/customers/rules/customer-export.ts';
import { readCustomerFilter } from '#server/customers/rules/customer-filter.ts';
import { readAll } from '#server/platform/data/paging.ts';

const batch = 500;

/**
 * Exports the filtered customers as CSV, one line per currency and payment provider. Sorted by the first order, whose
 * time never changes, so that new orders during the export move no customer.
 */
export async function GET({ nextUrl }: NextRequest, { params }: { params: Promise<ScopeParams> }): Promise<Response> {
  const { readDb, scope, store, environment } = await requireScope(params, '/customers');
  const filter = { ...readCustomerFilter(nextUrl.searchParams).filter, newestFirst: true };
  const found = readAll(
    batch,
    (page, limit) => searchCustomers(readDb, scope, filter, page, limit),
    ({ id }) => id,
  );
  async function* lines(): AsyncGenerator<ExportedCustomer[], void> {
    for await (const customers of found) {
      const spent = await readSpentThrough(
        readDb,
        scope,
        customers.map(({ id }) => id),
      );
      yield customers.flatMap((customer): ExportedCustomer[] => {
        const parts = spent.get(customer.id) ?? [];
        const paid = parts.filter(({ paidMinor }) => paidMinor > 0n);
        if (paid.length === 0) return [{ customer, spent: undefined, provider: parts[0]?.provider }];
        return paid.map((each) => ({ customer, spent: each, provider: each.provider }));
      });
    }
  }
  return csvFile(`${store.slug}-${environment}-customers.csv`, customerColumns, lines());
}
