/** What others wrote, on lines of its own, each marked as a quotation: it is not ours. */
export const quotedText = (text: string): string =>
  text
    .split(/\r\n|[\r\n\u2028\u2029]/)
    .map((line) => `> ${line}`)
    .join('\n');
