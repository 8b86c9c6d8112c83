/** A visitor's receipt as a page and as a PDF. */

import { scopeOfStore } from '#server/platform/data/merchant-scope.ts';
import { countReceipt } from '#server/platform/rate-limits/rate-limit.ts';
import type { Visit } from '../portal/visit.ts';
import { readReceipt, receiptFileName } from '../receipts/receipt.ts';
import { describeReceipt } from '../receipts/receipt-text.ts';
import { type Answer, describeCurrentVisitor, refusalOf, showNotFound, showPage } from './portal-page.ts';
import type { Visitor } from './portal-visit.ts';

/** `PAY_…` is the page, `PAY_….pdf` the PDF. */
export async function answerReceipt(visitor: Visitor, visit: Visit, path: string, name: string): Promise<Answer> {
  const { db, store, settings, voice, storeNow } = visitor;
  const isPdf = name.endsWith('.pdf');
  const scope = { ...scopeOfStore(store), environment: visit.environment, buyer: visit.buyerIdentity };
  const receipt = await readReceipt(db, { ...scope, paymentId: name.replace(/\.pdf$/, '') }, storeNow);
  if (!receipt) return await showNotFound(visitor, visit, path);
  if (!isPdf) {
    const view = { ...describeReceipt(receipt, voice), number: receipt.number, orderId: receipt.orderId };
    return showPage(visitor, path, {
      kind: 'portal-receipt',
      visitor: await describeCurrentVisitor(visitor, visit),
      view,
    });
  }
  // Limited per buyer, as a session token can start any number of sessions.
  const tooMany = refusalOf(await countReceipt(`${store.id} ${visit.buyerIdentity}`, settings));
  if (tooMany) return tooMany;
  const headers = {
    'Content-Type': 'application/pdf',
    'Content-Disposition': `inline; filename="${receiptFileName(receipt)}"`,
    'Cache-Control': 'private, no-store',
    'X-Content-Type-Options': 'nosniff',
  };
  const { renderReceiptPdf } = await import('../receipts/pdf.ts');
  return { status: 200, headers, body: await renderReceiptPdf(receipt, voice) };
}
