/** Receipts as PDF: one accessible A4 page with selectable text and embedded fonts. */
import PdfDocument from 'pdfkit';
import { directionOf, type Reading } from '#server/i18n/languages.ts';
import { voiceFor } from '#server/i18n/say.ts';
import { loadFonts } from './fonts.ts';
import { layOutReceipt, textsOf } from './page-layout.ts';
import { PagePen } from './page-pen.ts';
import type { Receipt } from './receipt.ts';
import { describeReceipt } from './receipt-text.ts';
import { drawnCharacters } from './typesetting.ts';

/**
 * Renders the receipt as an A4 page in the reader's language and direction. The same receipt yields the same bytes.
 * Unsupported characters are drawn as a replacement; copied, they are the original.
 */
export async function renderReceiptPdf(receipt: Receipt, reading: Reading): Promise<Uint8Array> {
  const text = describeReceipt(receipt, voiceFor(reading));
  const lines = textsOf(text).map((each) => ({ ...each, text: drawnCharacters(each.text) }));
  const find = await loadFonts(lines, reading.language);
  const document = new PdfDocument({
    size: 'A4',
    margin: 0,
    pdfVersion: '1.7',
    // The types are one version behind.
    subset: 'PDF/UA' as PDFKit.Mixins.PDFSubsets,
    tagged: true,
    displayTitle: true,
    lang: reading.language,
    // All fonts are passed with the text.
    font: null as unknown as string,
    info: {
      Title: text.documentTitle.toWellFormed(),
      Author: receipt.seller.name.toWellFormed(),
      Creator: 'Counterfoil',
      Producer: 'Counterfoil',
      CreationDate: new Date(receipt.paidAt),
    },
  });
  const bytes = collect(document);
  layOutReceipt(text, new PagePen(document, find, directionOf(reading.language)));
  document.end();
  return await bytes;
}

function collect(document: PDFKit.PDFDocument): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    document.on('data', (chunk: Buffer) => chunks.push(chunk));
    document.on('end', () => resolve(Buffer.concat(chunks)));
    document.on('error', reject);
  });
}
