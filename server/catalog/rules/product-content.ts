/** Merges and compares product content. (commerce-api.md, "Versioning"; decisions.md, "Products", "Money".) */
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { ApiError } from '#server/domain/errors.ts';
import { metadata } from '#server/domain/fields.ts';
import { type BillingPeriod, billingPeriods, type ProductContent } from './product.ts';

/** The fields in a request; omitted ones are undefined or absent. */
export type GivenContent = { readonly [Field in keyof ProductContent]?: ProductContent[Field] | undefined };

const maxTrialDays = 730;
const trialDaysRefusal = `Invalid metadata.trialDays: must be an integer from 1 to ${maxTrialDays}`;
const trialDays = z.int().min(1).max(maxTrialDays).optional();

const wrongPeriod = 'Invalid billingPeriod';

/** The refusal of a billing period, for the API reference. */
export const periodRefusal = {
  status: 400,
  message: wrongPeriod,
  when: '`billingPeriod` is not weekly, monthly, quarterly or yearly',
} as const;

/** How often a subscription is charged. */
export const billingPeriod = () =>
  z
    .enum(billingPeriods, { error: (issue) => (issue.input === undefined ? undefined : wrongPeriod) })
    .meta({ description: 'How often a subscription is charged' });

/** The metadata of a subscription product, with a meaning for `trialDays`. */
export const subscriptionMetadata = () => {
  const plain = metadata();
  const { refusals = [], ...described } = plain.meta() as { refusals?: object[] };
  return plain
    .refine((value) => trialDays.safeParse(value.trialDays).success, { error: trialDaysRefusal, path: ['trialDays'] })
    .meta({
      ...described,
      description: `Your own key-value data; at most 50 keys and 16 KiB of JSON. \`trialDays\` (1 to ${maxTrialDays}) is the length of a trial`,
      refusals: [
        ...refusals,
        { message: trialDaysRefusal, when: '`metadata.trialDays` is not an integer in this range' },
      ],
    });
};

/** The refusal of a paid trial without days, for the API reference. */
export const trialRefusal = {
  status: 400,
  code: 'missing_field',
  message: 'Invalid trialAmount for <code>: needs metadata.trialDays',
  when: 'a price has `trialAmount`, but `metadata.trialDays` is absent',
} as const;

/** Throws 400 if a price has a trial amount but the trial no days. */
export function requireTrialDays({ prices, metadata }: Pick<ProductContent, 'prices' | 'metadata'>): void {
  if (metadata.trialDays !== undefined) return;
  const paid = Object.entries(prices).find(([, { trialAmountMinor }]) => trialAmountMinor !== undefined);
  if (!paid) return;
  const fieldDetails = { code: trialRefusal.code, path: 'metadata.trialDays' };
  throw new ApiError(400, trialRefusal.message.replace('<code>', paid[0]), 'product', fieldDetails);
}

/** The billing period of a subscription's version, which always has one. */
export function requireBillingPeriod({ billingPeriod }: Pick<ProductContent, 'billingPeriod'>): BillingPeriod {
  if (billingPeriod === null) throw new Error('a subscription product’s version has no billing period');
  return billingPeriod;
}

/** The content with the given fields replaced; throws 400 if the result is inconsistent. */
export function mergeContent(current: ProductContent, patch: GivenContent): ProductContent {
  const changes = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));
  const merged = { ...contentOf(current), ...changes };
  requireTrialDays(merged);
  return merged;
}

/** Whether two contents are equal by value, ignoring the order of keys. */
export const isSameContent = (one: ProductContent, other: ProductContent): boolean =>
  isDeepStrictEqual(asStored(one), asStored(other));

/** Picks the content fields of a version. */
export const contentOf = ({
  name,
  billingPeriod,
  description,
  prices,
  media,
  successUrl,
  metadata,
}: ProductContent) => ({
  name,
  billingPeriod,
  description,
  prices,
  media,
  successUrl,
  metadata,
});

/** As the database returns it: without undefined and -0. */
const asStored = (content: ProductContent): unknown => JSON.parse(JSON.stringify(contentOf(content)));
