/** Receipts as PDF: one A4 page that screen readers can read and people can copy from, with its fonts inside. */
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
 * The receipt as an A4 page in the reader's language, in the direction that it is read in. The same receipt gives the
 * same bytes. What no font has is drawn as a replacement character; copied, it is what it was.
 */
export async function renderReceiptPdf(receipt: Receipt, reading: Reading): Promise<Uint8Array> {
  const text = describeReceipt(receipt, voiceFor(reading));
  const drawn = textsOf(text).map((each) => ({ ...each, text: drawnCharacters(each.text) }));
  const find = await loadFonts(drawn, reading.language);
  const document = new PdfDocument({
    size: 'A4',
    margin: 0,
    pdfVersion: '1.7',
    // Its types are a version behind.
    subset: 'PDF/UA' as PDFKit.Mixins.PDFSubsets,
    tagged: true,
    displayTitle: true,
    lang: reading.language,
    // Every font is one of ours, given with the text.
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
