/**
 * Formats a typed amount with its currency: "$5.00". Input that is no amount is returned with the currency's code.
 * `initial` is the field's initial value, which has all decimals of the currency.
 */
export function formatTypedAmount(typed: string | undefined, initial: string, currency: string): string {
  const amount = (typed ?? initial).trim();
  if (!/^\d{1,12}(?:\.\d{1,4})?$/.test(amount)) return `${amount} ${currency}`.trim();
  const minimumFractionDigits = initial.split('.')[1]?.length ?? 0;
  const format = { style: 'currency', currency, minimumFractionDigits, maximumFractionDigits: 4 } as const;
  return new Intl.NumberFormat('en', format).format(amount as Intl.StringNumericLiteral);
}
