/** Reads a PDF for tests: its words with positions, and its metadata. */
import { getDocumentProxy } from 'unpdf';

interface Word {
  readonly text: string;
  /** In points from the left. */
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
}

export async function readPdf(bytes: Uint8Array) {
  // The reader detaches the given buffer.
  const document = await getDocumentProxy(new Uint8Array(bytes));
  const page = await document.getPage(1);
  const { items } = await page.getTextContent();
  const words = items.flatMap((item): Word[] => {
    if (!('str' in item) || item.str.trim() === '') return [];
    const left = Number(item.transform[4]);
    return [{ text: item.str, left, right: left + item.width, bottom: Number(item.transform[5]) }];
  });
  const { info } = await document.getMetadata();
  const [, , width = 0, height = 0] = page.view;
  return {
    words,
    /** All text without spaces. */
    text: words
      .map(({ text }) => text)
      .join('')
      .replace(/\s/g, ''),
    info: info as Record<string, unknown>,
    pages: document.numPages,
    isTagged: (await document.getMarkInfo())?.Marked === true,
    structure: JSON.stringify(await page.getStructTree()),
    size: [Math.round(width), Math.round(height)],
  };
}
