/**
 * Bounds on a merchant's Markdown. Every visitor's page renders it on the thread that serves all stores, and deep
 * nesting or endless repetition takes seconds or overflows the stack.
 */

/** A line with more nested lists and quotations than real text has. */
const tooDeep = /^[ \t]*(?:>[ \t]*|[*+-][ \t]+|\d{1,9}[.)][ \t]+){17}/m;
/** Every mark may open an emphasis that any later mark closes. */
const maxEmphasisMarks = 1500;
const maxUnderlinedLines = 200;

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** Whether a text is parsed as Markdown. Otherwise it is shown as plain text. */
export const isReadableMarkdown = (text: string): boolean =>
  !tooDeep.test(text) &&
  count(text, /\*+|_+/g) <= maxEmphasisMarks &&
  count(text, /^ {0,3}(?:=+|-+)[ \t]*$/gm) <= maxUnderlinedLines;
