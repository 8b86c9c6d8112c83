import { type Currency, exampleAmount, type PriceRow } from './price-rows.tsx';

/** Which field a refusal is about, and the sentence to show there. */
export interface ProductProblems {
  readonly name?: string;
  readonly prices?: string;
  readonly description?: string;
  readonly successUrl?: string;
  readonly mediaUrl?: string;
  readonly form?: string;
  readonly rows: ReadonlyMap<number, string>;
}

/** Places a refusal of `create-product` at its field. The service decides what is wrong; this only finds where. */
export function placeProblem(
  message: string,
  rows: readonly PriceRow[],
  currencies: readonly Currency[],
): ProductProblems {
  const none = new Map<number, string>();
  if (message === 'Field name must be a non-empty string' || message === 'Missing required field: name') {
    return { name: 'Give the product a name.', rows: none };
  }
  if (/\bname\b/.test(message)) return { name: message, rows: none };
  if (message === 'Invalid amount') {
    const wrong = rows.filter((row) => !looksLikeAmount(row, currencies));
    const sentence = ({ currency }: PriceRow) =>
      `Enter an amount above zero, such as ${exampleAmount(currencies, currency)}.`;
    if (wrong.length > 0) return { rows: new Map(wrong.map((row) => [row.key, sentence(row)])) };
    return { prices: 'One of the amounts is too high.', rows: none };
  }
  if (/price|currency/i.test(message)) return { prices: message, rows: none };
  if (message.includes('successUrl')) return { successUrl: address(message), rows: none };
  if (message.includes('media')) return { mediaUrl: address(message), rows: none };
  if (message.includes('description')) return { description: 'Use at most 10,000 characters.', rows: none };
  return { form: message, rows: none };
}

const address = (message: string): string =>
  message.includes('characters')
    ? `The address is too long. ${message}.`
    : 'Enter a whole address that begins with https:// or http://.';

function looksLikeAmount({ currency, amount }: PriceRow, currencies: readonly Currency[]): boolean {
  const decimals = /^\d{1,12}(?:\.(\d+))?$/.exec(amount.trim());
  const exponent = currencies.find(({ code }) => code === currency)?.exponent ?? 0;
  return decimals !== null && (decimals[1] ?? '').length <= exponent && /[1-9]/.test(amount);
}
