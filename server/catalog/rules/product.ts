/** The common parts of both product types. (commerce-api.md, "One-time product", "Media item".) */
import { z } from 'zod';
import type { Environment } from '#server/domain/environments.ts';
import { ApiError, errors } from '#server/domain/errors.ts';
import { isWebAddress, uuid, webAddress } from '#server/domain/fields.ts';
import { noPrices, type Prices, type PriceWording } from './prices.ts';
import { emptyName, longName, shortName } from './short-name.ts';

export const productTypes = ['onetime', 'subscription'] as const;
export type ProductType = (typeof productTypes)[number];

export const productStatuses = ['active', 'inactive'] as const;
export type ProductStatus = (typeof productStatuses)[number];

export const billingPeriods = ['weekly', 'monthly', 'quarterly', 'yearly'] as const;
export type BillingPeriod = (typeof billingPeriods)[number];

export type Metadata = Readonly<Record<string, unknown>>;

export interface MediaItem {
  readonly type: 'image' | 'video';
  readonly url: string;
  readonly alt: string;
  readonly thumbnail?: string | undefined;
}

/** The content of a version. Equal content makes no new version. */
export interface ProductContent {
  readonly name: string;
  /** Subscription products only. */
  readonly billingPeriod: BillingPeriod | null;
  readonly description: string | null;
  readonly prices: Prices;
  readonly media: readonly MediaItem[];
  readonly successUrl: string | null;
  readonly metadata: Metadata;
}

/** Throws 400 in prod: products are created in test only. (decisions.md, "Products".) */
export function requireTestEnvironment(environment: Environment): void {
  if (environment === 'prod') throw new ApiError(400, notBuiltInProd.message, 'product');
}

/** The refusal of a creation with a prod key, for the API reference. */
export const notBuiltInProd = {
  status: 400,
  message: 'Products are created in the test environment and then published to prod',
  when: 'the call is signed with a prod key',
} as const;

/** The refusal of an unknown product, for the API reference. */
export const noSuchProduct = errors.productNotFound().when('there is no such product, or it is not the merchant’s');

/** The refusals of a product without a version in the environment, for the API reference. */
export const noSuchVersion = [
  errors.productWithoutVersion('<id>', '<environment>').when('the product was never published'),
  noSuchProduct,
  errors.versionNotFound().when('the current version no longer exists'),
] as const;

export const alreadyPublished = () => new ApiError(400, 'Product has already been published', 'product');
export const notCurrentVersion = (id: string) => new ApiError(400, `Current test version is not ${id}`, 'product');

/** The refusals of a publication, for the API reference. */
export const publishRefusals = [
  alreadyPublished().when('the product has a prod version'),
  notCurrentVersion('<testVersionId>').when('`testVersionId` is not the current test version'),
  errors.environmentHeaderNotAllowed('product').when('the `X-Environment` header is sent'),
  noSuchProduct,
] as const;

/** The version that the caller has reviewed; no other one may be published instead. */
export const testVersionId = () =>
  uuid().optional().meta({
    format: 'uuid',
    description:
      'The test version to publish; rejected if it is not the current one. Defaults to the current test version',
  });

/** A product's name. */
export const productName = () => shortName('Shown to buyers; surrounding whitespace is removed');

/** The refusals of a product's fields, for the API reference. */
export const productFieldRefusals = (wording: PriceWording) => [
  { status: 400 as const, message: emptyName, when: 'the name is empty' },
  { status: 400 as const, message: longName, when: 'the name is too long' },
  { status: 400 as const, message: noPrices, when: '`prices` is empty' },
  {
    status: 400 as const,
    message: wording.currency('<code>'),
    when: 'a key of `prices` is not an uppercase currency code',
  },
  {
    status: 400 as const,
    message: wording.amount('<code>', '<value>'),
    when: 'an amount is not positive, or has more decimals than the currency',
  },
];

/** Markdown of at most 10,000 characters; null and the empty string mean none. */
export const productDescription = () =>
  z
    .string()
    .max(10_000)
    .nullable()
    .transform((value) => value || null)
    .meta({ description: 'Markdown. Null or an empty string means no description' });

export const maxMedia = 20;

/** At most 20 pictures or videos. */
export const media = () =>
  z
    .array(
      z
        .object({
          type: z.enum(['image', 'video']),
          url: webAddress('media url', 2048),
          alt: z.string().max(500).default('').meta({ description: 'Alt text, read by screen readers' }),
          thumbnail: z
            .string()
            .max(2048)
            .refine(isWebAddress, { error: 'Invalid media thumbnail: must be a valid http(s) URL' })
            .meta({ format: 'uri' })
            .optional(),
        })
        .meta({ schemaName: 'MediaItemInput' }),
    )
    .max(maxMedia)
    .meta({ description: 'Images and videos, in display order' });
