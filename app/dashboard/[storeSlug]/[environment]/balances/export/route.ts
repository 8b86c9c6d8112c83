import { toShortId } from '../../../../../../server/domain/ids.ts';
import { formatAmount } from '../../../../../../server/domain/money.ts';
import { type BookedMovement, listMovements } from '../../../../../../server/queries/ledger.ts';
import { requireScope, type ScopeParams } from '../../../../scope.ts';

const head = 'at,movement,currency,amount,tax,order,payment,refund,id';
const batch = 1000;

/**
 * All movements of a store's money as CSV, newest first, read as fast as it is taken. Nothing that anybody typed is in
 * it, so no cell can be a formula.
 */
export async function GET(_request: Request, { params }: { params: Promise<ScopeParams> }): Promise<Response> {
  const { db, scope, store, environment } = await requireScope(params, '/balances');
  const text = new TextEncoder();
  let after: string | undefined;
  const body = new ReadableStream<Uint8Array>({
    start: (stream) => stream.enqueue(text.encode(`${head}\r\n`)),
    async pull(stream) {
      const movements = await listMovements(db, scope, { limit: batch, after });
      after = movements.at(-1)?.id;
      if (movements.length > 0) stream.enqueue(text.encode(movements.map(lineOf).join('')));
      if (movements.length < batch) stream.close();
    },
  });
  return new Response(body, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${store.slug}-${environment}-movements.csv"`,
      'Cache-Control': 'private, no-store',
    },
  });
}

function lineOf({ id, kind, occurredAt, currency, amountMinor, taxMinor, ...of }: BookedMovement): string {
  const amounts = [formatAmount(amountMinor, currency), formatAmount(taxMinor, currency)];
  const ids = [
    toShortId('ORD', of.orderId),
    toShortId('PAY', of.paymentId),
    of.refundId && toShortId('REF', of.refundId),
  ];
  return `${[occurredAt.toISOString(), kind, currency, ...amounts, ...ids, id].map((cell) => cell ?? '').join(',')}\r\n`;
}
