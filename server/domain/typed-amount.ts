/**
 * Converts an amount as typed to the API's display format: "10,50" becomes "10.50", and Arabic digits are accepted.
 * Invalid input stays invalid. Grouped thousands are not supported: a comma is a decimal separator.
 */
export function readTypedAmount(typed: string): string {
  const digits = typed
    .trim()
    .replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x0660))
    .replace(/[\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) - 0x06f0))
    .replace(/[\uff10-\uff19]/g, (digit) => String(digit.charCodeAt(0) - 0xff10));
  return digits.replace(/^(\d+)[,\u066b](\d{1,3})$/, '$1.$2');
}
