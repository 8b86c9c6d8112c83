/** Text by others, with each line marked as a quotation. */
export const quotedText = (text: string): string =>
  text
    .split(/\r\n|[\r\n\u2028\u2029]/)
    .map((line) => `> ${line}`)
    .join('\n');
