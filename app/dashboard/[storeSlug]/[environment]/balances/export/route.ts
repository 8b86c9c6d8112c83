import { requireScope, type ScopeParams } from '#app/dashboard/scope.ts';
import { csvFile } from '#app/dashboard/streamed-file.ts';
import { type BookedMovement, listMovements } from '#server/billing/ledger/data/ledger.ts';
import type { CsvColumn } from '#server/domain/csv.ts';
import { toShortId } from '#server/domain/ids.ts';
import { formatAmount } from '#server/domain/money.ts';

const columns: readonly CsvColumn<BookedMovement>[] = [
  ['at', ({ occurredAt }) => occurredAt],
  ['movement', ({ kind }) => kind],
  ['currency', ({ currency }) => currency],
  ['amount', ({ amountMinor, currency }) => formatAmount(amountMinor, currency)],
  ['tax', ({ taxMinor, currency }) => formatAmount(taxMinor, currency)],
  ['order', ({ orderId }) => toShortId('ORD', orderId)],
  ['payment', ({ paymentId }) => toShortId('PAY', paymentId)],
  ['refund', ({ refundId }) => refundId && toShortId('REF', refundId)],
  ['id', ({ id }) => id],
  ['provider', ({ provider }) => provider],
];
const batch = 1000;

/** Streams all transactions of a store as CSV, newest first. */
export async function GET(_request: Request, { params }: { params: Promise<ScopeParams> }): Promise<Response> {
  const { readDb, scope, store, environment } = await requireScope(params, '/balances');
  async function* batches() {
    for (let after: string | undefined; ; ) {
      const movements = await listMovements(readDb, scope, { limit: batch, after });
      yield movements;
      if (movements.length < batch) return;
      after = movements.at(-1)?.id;
    }
  }
  return csvFile(`${store.slug}-${environment}-transactions.csv`, columns, batches());
}
