import { requireScope, type ScopeParams } from '#app/dashboard/scope.ts';
import { readClock } from '#server/platform/clock.ts';
import { countReceipt } from '#server/platform/rate-limits/rate-limit.ts';
import { settings } from '#server/platform/settings.ts';
import { renderReceiptPdf } from '#server/storefront/receipts/pdf.ts';
import { readReceipt, receiptFileName } from '#server/storefront/receipts/receipt.ts';
import { storeTime } from '#server/stores/rules/test-clock.ts';

/** The English PDF receipt of a payment, for its merchant. */
export async function GET(
  _request: Request,
  { params }: { params: Promise<ScopeParams<'paymentId'>> },
): Promise<Response> {
  const { paymentId } = await params;
  const { db, scope, merchant, store, environment } = await requireScope(
    params,
    `/receipts/${encodeURIComponent(paymentId)}`,
  );
  const { refusal } = await countReceipt(merchant.id, settings());
  if (refusal) return new Response('Too Many Requests', { status: 429, headers: refusal.headers });
  const now = storeTime(store, environment, readClock());
  const receipt = await readReceipt(db, { ...scope, paymentId }, now);
  if (!receipt) return new Response('Receipt not found', { status: 404 });
  const bytes = await renderReceiptPdf(receipt, { language: 'en', locale: 'en' });
  return new Response(new Uint8Array(bytes), {
    headers: {
      'Content-Type': 'application/pdf',
      'Content-Disposition': `inline; filename="${receiptFileName(receipt)}"`,
      'Cache-Control': 'private, no-store',
    },
  });
}
