/**
 * What an update makes of a product's content, whatever its type. (commerce-api.md, "Versioning"; decisions.md,
 * "Products", "Money".)
 */
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { ApiError } from '#server/domain/errors.ts';
import { metadata } from '#server/domain/fields.ts';
import { type BillingPeriod, billingPeriods, type ProductContent } from './product.ts';

/** The fields that a call gives; those it leaves out are undefined or absent. */
export type GivenContent = { readonly [Field in keyof ProductContent]?: ProductContent[Field] | undefined };

const maxTrialDays = 730;
const trialDaysRefusal = `Invalid metadata.trialDays: must be an integer from 1 to ${maxTrialDays}`;
const trialDays = z.int().min(1).max(maxTrialDays).optional();

const wrongPeriod = 'Invalid billingPeriod';

/** How a billing period is refused, for the reference. */
export const periodRefusal = {
  status: 400,
  message: wrongPeriod,
  when: 'it is not weekly, monthly, quarterly or yearly',
} as const;

/** How often a subscription is charged. */
export const billingPeriod = () =>
  z
    .enum(billingPeriods, { error: (issue) => (issue.input === undefined ? undefined : wrongPeriod) })
    .meta({ description: 'How often a subscription is charged' });

/** A subscription product's metadata, in which `trialDays` has a meaning. */
export const subscriptionMetadata = () => {
  const plain = metadata();
  const { refusals = [], ...described } = plain.meta() as { refusals?: object[] };
  return plain
    .refine((value) => trialDays.safeParse(value.trialDays).success, { error: trialDaysRefusal, path: ['trialDays'] })
    .meta({
      ...described,
      description: `Your own key-value data; at most 50 keys and 16 KiB of JSON. \`trialDays\` (1 to ${maxTrialDays}): the days of a trial`,
      refusals: [...refusals, { message: trialDaysRefusal, when: '`metadata.trialDays` is not such a number' }],
    });
};

/** How a paid trial without days is refused, for the reference. */
export const trialRefusal = {
  status: 400,
  message: 'Invalid trialAmount for <code>: needs metadata.trialDays',
  when: 'a price has a `trialAmount`, and the metadata no `trialDays`',
} as const;

/** 400 where a price asks something for a trial that has no days. */
export function requireTrialDays({ prices, metadata }: Pick<ProductContent, 'prices' | 'metadata'>): void {
  if (metadata.trialDays !== undefined) return;
  const paid = Object.entries(prices).find(([, { trialAmountMinor }]) => trialAmountMinor !== undefined);
  if (!paid) return;
  const place = { code: 'missing_field', path: 'metadata.trialDays' };
  throw new ApiError(400, trialRefusal.message.replace('<code>', paid[0]), 'product', place);
}

/** The period of a subscription's version, which always has one. */
export function requireBillingPeriod({ billingPeriod }: Pick<ProductContent, 'billingPeriod'>): BillingPeriod {
  if (billingPeriod === null) throw new Error('a subscription product’s version has no billing period');
  return billingPeriod;
}

/** The content with the given fields in place of its own; 400 where the two do not go together. */
export function mergeContent(current: ProductContent, given: GivenContent): ProductContent {
  const changes = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const merged = { ...contentOf(current), ...changes };
  requireTrialDays(merged);
  return merged;
}

/** Whether two contents are one version: equal by value, in whatever order keys were sent. */
export const isSameContent = (one: ProductContent, other: ProductContent): boolean =>
  isDeepStrictEqual(asStored(one), asStored(other));

/** The content alone, of a version that has more. */
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

/** As it comes back from the database: nothing undefined, no -0. */
const asStored = (content: ProductContent): unknown => JSON.parse(JSON.stringify(contentOf(content)));
