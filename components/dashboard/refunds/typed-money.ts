/**
 * What is typed, as it reads with its currency's sign: "$5.00"; as it stands where it is no amount. `usual` is the field's
 * first value, which has all the currency's decimals.
 */
export function typedMoney(typed: string | undefined, usual: string, currency: string): string {
  const amount = (typed ?? usual).trim();
  if (!/^\d{1,12}(?:\.\d{1,4})?$/.test(amount)) return `${amount} ${currency}`.trim();
  const minimumFractionDigits = usual.split('.')[1]?.length ?? 0;
  const format = { style: 'currency', currency, minimumFractionDigits, maximumFractionDigits: 4 } as const;
  return new Intl.NumberFormat('en', format).format(amount as Intl.StringNumericLiteral);
}
