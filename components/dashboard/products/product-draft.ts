import type { TaxCategory } from '#server/catalog/rules/prices.ts';
import type { BillingPeriod, ProductType } from '#server/catalog/rules/product.ts';
import type { presentContent } from '#server/catalog/rules/product-object.ts';
import type { Currency, PriceRow } from './price-row.ts';

/** A version's content as the API shows it. */
export type ShownContent = ReturnType<typeof presentContent> & { readonly billingPeriod: BillingPeriod | null };

/** A picture or video as it stands in the form. */
export interface MediaRow {
  readonly key: number;
  readonly type: 'image' | 'video';
  readonly url: string;
  readonly alt: string;
  readonly thumbnail: string;
}

/** An entry of the metadata as it stands in the form: a text as it is, anything else as JSON. */
export interface MetadataRow {
  readonly key: number;
  readonly name: string;
  readonly value: string;
  readonly kind: 'text' | 'json';
}

/** A product as it is edited: every field as typed. */
export interface ProductDraft {
  readonly type: ProductType;
  readonly name: string;
  readonly billingPeriod: BillingPeriod;
  /** Of subscriptions; empty: no trial. */
  readonly trialDays: string;
  readonly prices: readonly PriceRow[];
  readonly description: string;
  readonly media: readonly MediaRow[];
  readonly successUrl: string;
  readonly metadata: readonly MetadataRow[];
}

/** A number that no row has yet. */
export const nextKey = (rows: readonly { readonly key: number }[]): number =>
  Math.max(-1, ...rows.map(({ key }) => key)) + 1;

export const newPrice = (key: number, currency: string): PriceRow => ({
  key,
  currency,
  amount: '',
  trialAmount: '',
  taxIncluded: false,
  taxCategory: 'digital_goods' satisfies TaxCategory,
});

/** A product that is not there yet. */
export const emptyDraft = (type: ProductType): ProductDraft => ({
  type,
  name: '',
  billingPeriod: 'monthly',
  trialDays: '',
  prices: [newPrice(0, 'USD')],
  description: '',
  media: [],
  successUrl: '',
  metadata: [],
});

/** A version as the form shows it. */
export function draftOf(type: ProductType, content: ShownContent): ProductDraft {
  const { trialDays, ...others } = content.metadata;
  const isTrial = type === 'subscription' && trialDays !== undefined;
  return {
    type,
    name: content.name,
    billingPeriod: content.billingPeriod ?? 'monthly',
    trialDays: isTrial ? String(trialDays) : '',
    prices: Object.entries(content.prices).map(([currency, price], key) => ({
      key,
      currency,
      ...price,
      trialAmount: price.trialAmount ?? '',
    })),
    description: content.description ?? '',
    media: content.media.map((item, key) => ({ key, ...item, thumbnail: item.thumbnail ?? '' })),
    successUrl: content.successUrl ?? '',
    metadata: Object.entries(type === 'subscription' ? others : content.metadata).map(([name, value], key) => ({
      key,
      name,
      value: typeof value === 'string' ? value : JSON.stringify(value),
      kind: typeof value === 'string' ? 'text' : 'json',
    })),
  };
}

/** The draft as the actions take it. A row that nothing was entered in is none. */
export function bodyOf(draft: ProductDraft, currencies: readonly Currency[]): Readonly<Record<string, unknown>> {
  const isSubscription = draft.type === 'subscription';
  const amountOf = (amount: string, code: string) => inFull(amount.trim(), code, currencies);
  const days = draft.trialDays.trim();
  return {
    name: draft.name.trim(),
    ...(isSubscription && { billingPeriod: draft.billingPeriod }),
    prices: Object.fromEntries(
      draft.prices.map(({ currency, amount, trialAmount, taxIncluded, taxCategory }) => [
        currency,
        {
          amount: amountOf(amount, currency),
          taxIncluded,
          taxCategory,
          ...(isSubscription && trialAmount.trim() !== '' && { trialAmount: amountOf(trialAmount, currency) }),
        },
      ]),
    ),
    description: draft.description || null,
    media: draft.media.map(({ key: _, thumbnail, ...item }) => ({
      ...item,
      url: item.url.trim(),
      ...(item.type === 'video' && thumbnail.trim() !== '' && { thumbnail: thumbnail.trim() }),
    })),
    successUrl: draft.successUrl.trim() || null,
    metadata: {
      ...Object.fromEntries(draft.metadata.filter(isEntered).map((row) => [row.name, entryValue(row)])),
      ...(isSubscription && days !== '' && { trialDays: /^\d{1,6}$/.test(days) ? Number(days) : days }),
    },
  };
}

/** Those fields of the draft that make another version; none: there would be no new one. */
export function changedBody(saved: ProductDraft, draft: ProductDraft, currencies: readonly Currency[]) {
  const [before, after] = [bodyOf(saved, currencies), bodyOf(draft, currencies)];
  const changed = Object.entries(after).filter(([name, value]) => byValue(value) !== byValue(before[name]));
  return Object.fromEntries(changed);
}

const isEntered = ({ name, value }: MetadataRow): boolean => name !== '' || value !== '';

/** What a row of metadata says; undefined: it is no JSON. */
export function entryValue({ value, kind }: MetadataRow): unknown {
  if (kind === 'text') return value;
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

/** "29" of dollars is "29.00": the same price is the same text. What is no amount stays as it is. */
function inFull(amount: string, code: string, currencies: readonly Currency[]): string {
  const exponent = currencies.find((currency) => currency.code === code)?.exponent ?? 0;
  const [, whole, decimals = ''] = /^0*(\d+?)(?:\.(\d+))?$/.exec(amount) ?? [];
  if (whole === undefined || decimals.length > exponent || exponent === 0) return amount;
  return `${whole}.${decimals.padEnd(exponent, '0')}`;
}

/** The same text for the same value, in whatever order its keys are. */
const byValue = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  ) ?? 'undefined';
