/**
 * How much Markdown is read at all. It is the merchant's, and read for every visitor on the one thread that serves all
 * stores: what nests or repeats its marks without end takes seconds, or more stack than there is.
 */

/** A line that opens more lists and quotations than anybody reads: "> > * * * * …". */
const tooDeep = /^[ \t]*(?:>[ \t]*|[*+-][ \t]+|\d{1,9}[.)][ \t]+){17}/m;
/** Each may be the beginning of emphasis that ends at any later one. */
const maxEmphasisMarks = 1500;
const maxUnderlinedLines = 200;

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** Whether a text is read as Markdown; anything else is shown as it was written. */
export const isReadableMarkdown = (text: string): boolean =>
  !tooDeep.test(text) &&
  count(text, /\*+|_+/g) <= maxEmphasisMarks &&
  count(text, /^ {0,3}(?:=+|-+)[ \t]*$/gm) <= maxUnderlinedLines;
