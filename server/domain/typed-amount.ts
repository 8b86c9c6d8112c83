/**
 * An amount as people type it, in the API's display format: "10,50" is "10.50", and digits may be Arabic ones. What is
 * no amount stays none. Thousands are not grouped in what the form shows; typed with a comma, they read as decimals.
 */
export function readTypedAmount(typed: string): string {
  const digits = typed
    .trim()
    .replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x0660))
    .replace(/[\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) - 0x06f0))
    .replace(/[\uff10-\uff19]/g, (digit) => String(digit.charCodeAt(0) - 0xff10));
  return digits.replace(/^(\d+)[,\u066b](\d{1,3})$/, '$1.$2');
}
