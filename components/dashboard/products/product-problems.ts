import type { Currency, PriceRow } from './price-row.ts';
import { exampleAmount } from './price-row.ts';
import { entryValue, type ProductDraft } from './product-draft.ts';

/** What is wrong, by where it stands: `name`, `prices.0.amount`, `media.2.url` (each row by its key); `form`: nowhere. */
export type ProductProblems = Readonly<Record<string, string>>;

/** What the form knows by itself, as it cannot even be sent. */
export function problemsBefore({ metadata }: ProductDraft): ProductProblems | undefined {
  const found: Record<string, string> = {};
  for (const row of metadata) {
    if (row.name === '' && row.value !== '') found[`metadata.${row.key}.name`] = 'Give it a name.';
    if (row.name !== '' && metadata.some((other) => other.key < row.key && other.name === row.name)) {
      found[`metadata.${row.key}.name`] = 'This name is there already.';
    }
    if (row.kind === 'json' && row.name !== '' && entryValue(row) === undefined) {
      found[`metadata.${row.key}.value`] = 'This is not JSON. Choose “Text”, or write a number, true, [ … ] or { … }.';
    }
  }
  return Object.keys(found).length > 0 ? found : undefined;
}

/** Places a refusal of the service at its field. The service decides what is wrong; this only finds where. */
export function placeProblem(message: string, draft: ProductDraft, currencies: readonly Currency[]): ProductProblems {
  if (message === 'Field name must be a non-empty string' || message === 'Missing required field: name') {
    return { name: 'Give the product a name.' };
  }
  if (message === 'Field name cannot exceed 64 characters') return { name: 'Use at most 64 characters.' };
  if (message.includes('trialDays') && message.includes('trialAmount')) {
    return { trialDays: 'A trial that costs something needs a number of days.' };
  }
  if (message.includes('trialDays')) return { trialDays: 'Enter a whole number of days, from 1 to 730.' };
  if (message.includes('trialAmount')) return trialProblems(message, draft);
  if (message.startsWith('Invalid amount')) return amountProblems(draft.prices, currencies);
  if (message.includes('media')) return mediaProblems(message, draft);
  if (message.includes('metadata')) return { metadata: message };
  if (/price|currency/i.test(message)) return { prices: message };
  if (message.includes('successUrl')) return { successUrl: addressProblem(message) };
  if (message.includes('description')) return { description: 'Use at most 10,000 characters.' };
  return { form: message };
}

function amountProblems(rows: readonly PriceRow[], currencies: readonly Currency[]): ProductProblems {
  const wrong = rows.filter((row) => !looksLikeAmount(row, currencies));
  if (wrong.length === 0) return { prices: 'One of the amounts is too high.' };
  return Object.fromEntries(
    wrong.map(({ key, currency }) => [
      `prices.${key}.amount`,
      `Enter an amount above zero, such as ${exampleAmount(currencies, currency)}.`,
    ]),
  );
}

function looksLikeAmount({ currency, amount }: PriceRow, currencies: readonly Currency[]): boolean {
  const decimals = /^\d{1,12}(?:\.(\d+))?$/.exec(amount.trim());
  const exponent = currencies.find(({ code }) => code === currency)?.exponent ?? 0;
  return decimals !== null && (decimals[1] ?? '').length <= exponent && /[1-9]/.test(amount);
}

function trialProblems(message: string, { prices }: ProductDraft): ProductProblems {
  const code = /trialAmount for (\w{3})/.exec(message)?.[1];
  const row = prices.find(({ currency }) => currency === code);
  if (!row) return { prices: message };
  return {
    [`prices.${row.key}.trialAmount`]: 'Enter less than a period costs, and more than zero; empty: it is free.',
  };
}

function mediaProblems(message: string, { media }: ProductDraft): ProductProblems {
  if (message.includes('items')) return { media: 'Use at most 20 pictures and videos.' };
  const place = /media\.(\d+)\.alt/.exec(message)?.[1];
  const long = place === undefined ? undefined : media[Number(place)];
  if (long) return { [`media.${long.key}.alt`]: 'Use at most 500 characters.' };
  const part = message.includes('thumbnail') ? 'thumbnail' : 'url';
  const wrong = media.filter((item) => (part === 'url' || item.thumbnail !== '') && !looksLikeAddress(item[part]));
  if (wrong.length === 0) return { media: message };
  return Object.fromEntries(wrong.map(({ key }) => [`media.${key}.${part}`, addressProblem(message)]));
}

function looksLikeAddress(text: string): boolean {
  const url = URL.parse(text.trim());
  return /^https?:\/\/[^\s\\]+$/i.test(text.trim()) && url !== null && url.username === '' && text.length <= 2048;
}

const addressProblem = (message: string): string =>
  message.includes('characters')
    ? `The address is too long. ${message}.`
    : 'Enter a whole address that begins with https:// or http://.';
