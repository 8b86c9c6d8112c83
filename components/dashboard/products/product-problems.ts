import type { Refusal } from '#components/actions/call-action.ts';
import { type Currency, exampleAmount } from './price-row.ts';
import { entryValue, type ProductDraft } from './product-draft.ts';

/** Error messages by field: `name`, `prices.0.amount`, `media.2.url` (rows by their key), or `form`. */
export type ProductProblems = Readonly<Record<string, string>>;

/** Validates the draft before it is sent. Returns undefined if there are no problems. */
export function validateDraft(draft: ProductDraft, currencies: readonly Currency[]): ProductProblems | undefined {
  const found: Record<string, string> = {
    ...(draft.name.trim() === '' && { name: 'Enter a product name.' }),
    ...amountProblems(draft, currencies),
    ...(draft.type === 'subscription' && !isTrialLength(draft.trialDays) && { trialDays: trialLengthProblem }),
    ...urlProblems(draft),
  };
  for (const row of draft.metadata) {
    if (row.name === '' && row.value !== '') found[`metadata.${row.key}.name`] = 'Enter a key.';
    if (row.name !== '' && draft.metadata.some((other) => other.key < row.key && other.name === row.name)) {
      found[`metadata.${row.key}.name`] = 'This key already exists.';
    }
    if (row.kind === 'json' && row.name !== '' && entryValue(row) === undefined) {
      found[`metadata.${row.key}.value`] = 'Invalid JSON. Select “Text”, or enter a number, true, [ … ] or { … }.';
    }
  }
  return Object.keys(found).length > 0 ? found : undefined;
}

/** Maps an error from the server to its field. */
export function placeProblem(refusal: Refusal, draft: ProductDraft, currencies: readonly Currency[]): ProductProblems {
  const { message, code, path = '' } = refusal;
  const [field, key, part] = path.split('.');
  switch (field) {
    case 'name':
      return { name: code === 'too_long' ? 'Use at most 64 characters.' : 'Enter a product name.' };
    case 'prices':
      if (part === 'trialAmount') return trialProblems(message, key, draft);
      return part === 'amount' ? refusedAmounts(draft, currencies) : { prices: message };
    case 'media':
      return mediaProblems(refusal, draft);
    case 'metadata':
      if (key !== 'trialDays') return { metadata: message };
      return {
        trialDays: code === 'missing_field' ? 'Enter the length of the paid trial in days.' : trialLengthProblem,
      };
    case 'successUrl':
      return { successUrl: urlProblem(refusal) };
    case 'description':
      return { description: 'Use at most 10,000 characters.' };
    default:
      return { form: message };
  }
}

function refusedAmounts(draft: ProductDraft, currencies: readonly Currency[]): ProductProblems {
  const found = amountProblems(draft, currencies);
  return Object.keys(found).length > 0 ? found : { prices: 'One of the amounts is too large.' };
}

function amountProblems({ type, prices }: ProductDraft, currencies: readonly Currency[]): ProductProblems {
  const found: Record<string, string> = {};
  for (const { key, currency, amount, trialAmount } of prices) {
    const wrong = amountProblem(amount, currency, currencies);
    if (wrong) found[`prices.${key}.amount`] = wrong;
    if (type !== 'subscription' || trialAmount.trim() === '') continue;
    const isTooHigh = !wrong && Number(trialAmount) >= Number(amount);
    const wrongTrial = amountProblem(trialAmount, currency, currencies) ?? (isTooHigh ? trialAmountProblem : undefined);
    if (wrongTrial) found[`prices.${key}.trialAmount`] = wrongTrial;
  }
  return found;
}

/** The problem of an amount in a currency; undefined if it is valid. */
function amountProblem(text: string, currency: string, currencies: readonly Currency[]): string | undefined {
  const example = exampleAmount(currencies, currency);
  const amount = text.trim();
  const decimals = /^\d{1,12}(?:\.(\d+))?$/.exec(amount);
  const exponent = currencies.find(({ code }) => code === currency)?.exponent ?? 0;
  if (amount === '') return `Enter an amount, such as ${example}.`;
  if (/^\d{1,3}(?:[, ’']\d{3})+(?:\.\d*)?$/.test(amount)) {
    return `Enter the amount without separators: ${amount.replace(/[^\d.]/g, '')}.`;
  }
  if (/^\d+,\d+$/.test(amount)) return `Use a period for decimals: ${amount.replace(',', '.')}.`;
  if (!decimals) return `Enter a number, such as ${example}.`;
  if ((decimals[1] ?? '').length > exponent) {
    return exponent === 0 ? `${currency} has no decimals.` : `${currency} has at most ${exponent} decimals.`;
  }
  return /[1-9]/.test(amount) ? undefined : `Enter an amount above zero, such as ${example}.`;
}

const trialAmountProblem = 'Enter an amount above zero and below the regular price. Leave empty for a free trial.';
const trialLengthProblem = 'Enter a whole number of days, from 1 to 730.';

const isTrialLength = (typed: string): boolean => {
  const days = typed.trim();
  return days === '' || (/^\d{1,3}$/.test(days) && Number(days) >= 1 && Number(days) <= 730);
};

/** The problems of media URLs and of the redirect URL. */
function urlProblems({ media, successUrl }: ProductDraft): ProductProblems {
  const found: Record<string, string> = {};
  for (const { key, url, thumbnail } of media) {
    if ((url !== '' || thumbnail !== '') && !isAcceptedUrl(url)) found[`media.${key}.url`] = invalidUrl;
    if (thumbnail !== '' && !isAcceptedUrl(thumbnail)) found[`media.${key}.thumbnail`] = invalidUrl;
  }
  if (successUrl.trim() !== '' && !isAcceptedUrl(successUrl)) found.successUrl = invalidUrl;
  return found;
}

function trialProblems(message: string, code: string | undefined, { prices }: ProductDraft): ProductProblems {
  const row = prices.find(({ currency }) => currency === code);
  return row ? { [`prices.${row.key}.trialAmount`]: trialAmountProblem } : { prices: message };
}

function mediaProblems(refusal: Refusal, { media }: ProductDraft): ProductProblems {
  if (refusal.code === 'too_many_items') return { media: 'Add up to 20 images and videos.' };
  const [, index, part] = refusal.path?.split('.') ?? [];
  const row = index === undefined ? undefined : media[Number(index)];
  if (!row || part === undefined) return { media: refusal.message };
  const problem = part === 'alt' ? 'Use at most 500 characters.' : urlProblem(refusal);
  return { [`media.${row.key}.${part}`]: problem };
}

function isAcceptedUrl(text: string): boolean {
  const url = URL.parse(text.trim());
  return /^https?:\/\/[^\s\\]+$/i.test(text.trim()) && url !== null && url.username === '' && text.length <= 2048;
}

const invalidUrl = 'Enter a full URL that starts with https:// or http://.';

const urlProblem = ({ code, message }: Refusal): string =>
  code === 'too_long' ? `The URL is too long. ${message}.` : invalidUrl;
