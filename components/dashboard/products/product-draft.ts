import type { TaxCategory } from '#server/catalog/rules/prices.ts';
import type { BillingPeriod, ProductType } from '#server/catalog/rules/product.ts';
import type { presentContent } from '#server/catalog/rules/product-object.ts';
import type { Currency, PriceRow } from './price-row.ts';

/** A version's content as in API responses. */
export type ShownContent = ReturnType<typeof presentContent> & { readonly billingPeriod: BillingPeriod | null };

/** An image or video in the form. */
export interface MediaRow {
  readonly key: number;
  readonly type: 'image' | 'video';
  readonly url: string;
  readonly alt: string;
  readonly thumbnail: string;
}

/** A metadata entry in the form. Values other than text are edited as JSON. */
export interface MetadataRow {
  readonly key: number;
  readonly name: string;
  readonly value: string;
  readonly kind: 'text' | 'json';
}

/** A product in the form, with all fields as typed. */
export interface ProductDraft {
  readonly type: ProductType;
  readonly name: string;
  readonly billingPeriod: BillingPeriod;
  /** For subscriptions; empty: no trial. */
  readonly trialDays: string;
  readonly prices: readonly PriceRow[];
  readonly description: string;
  readonly media: readonly MediaRow[];
  readonly successUrl: string;
  readonly metadata: readonly MetadataRow[];
}

/** An unused row key. */
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

/** The draft of a new product. */
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

/** The draft of an existing version. */
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

/** The draft as an action's body. Empty rows are dropped. */
export function bodyOf(draft: ProductDraft, currencies: readonly Currency[]): Readonly<Record<string, unknown>> {
  const isSubscription = draft.type === 'subscription';
  const amountOf = (amount: string, code: string) => withAllDecimals(amount.trim(), code, currencies);
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

/** The fields that differ from the saved version. Without any, saving would create no version. */
export function changedBody(saved: ProductDraft, draft: ProductDraft, currencies: readonly Currency[]) {
  const [before, after] = [bodyOf(saved, currencies), bodyOf(draft, currencies)];
  const changed = Object.entries(after).filter(([name, value]) => canonicalJson(value) !== canonicalJson(before[name]));
  return Object.fromEntries(changed);
}

const isEntered = ({ name, value }: MetadataRow): boolean => name !== '' || value !== '';

/** The value of a metadata row; undefined for invalid JSON. */
export function entryValue({ value, kind }: MetadataRow): unknown {
  if (kind === 'text') return value;
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

/** Adds missing decimals, so that equal amounts are equal texts: "29" USD is "29.00". Invalid amounts are returned unchanged. */
function withAllDecimals(amount: string, code: string, currencies: readonly Currency[]): string {
  const exponent = currencies.find((currency) => currency.code === code)?.exponent ?? 0;
  const [, whole, decimals = ''] = /^0*(\d+?)(?:\.(\d+))?$/.exec(amount) ?? [];
  if (whole === undefined || decimals.length > exponent || exponent === 0) return amount;
  return `${whole}.${decimals.padEnd(exponent, '0')}`;
}

/** JSON with sorted keys, for comparison by value. */
const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  ) ?? 'undefined';
