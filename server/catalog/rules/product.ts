/** What the two kinds of product have in common. (commerce-api.md, "One-time product", "Media item".) */
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

/** What a version freezes. Two versions with equal content are one. */
export interface ProductContent {
  readonly name: string;
  /** Of subscription products only. */
  readonly billingPeriod: BillingPeriod | null;
  readonly description: string | null;
  readonly prices: Prices;
  readonly media: readonly MediaItem[];
  readonly successUrl: string | null;
  readonly metadata: Metadata;
}

/** 400 in prod: products are created in test only, whatever their type. (decisions.md, "Products".) */
export function requireTestEnvironment(environment: Environment): void {
  if (environment === 'prod') throw new ApiError(400, notBuiltInProd.message, 'product');
}

/** How creation with a prod key is refused. */
export const notBuiltInProd = {
  status: 400,
  message: 'Products are created in the test environment and then published to prod',
  when: 'the call is signed with a prod key',
} as const;

/** How a product that is not there is refused, for the reference. */
export const noSuchProduct = errors.productNotFound().when('there is no such product, or it is not the merchant’s');

/** The same of one that is not in the environment of the call, or whose content is gone. */
export const noSuchVersion = [
  errors.productWithoutVersion('<id>', '<environment>').when('it was never published'),
  noSuchProduct,
  errors.versionNotFound().when('the content of its current version is gone'),
] as const;

export const alreadyPublished = () => new ApiError(400, 'Product has already been published', 'product');
export const notCurrentVersion = (id: string) => new ApiError(400, `Current test version is not ${id}`, 'product');

/** How a second publication is refused. */
export const publishRefusals = [
  alreadyPublished().when('it has a prod version'),
  notCurrentVersion('<testVersionId>').when('`testVersionId` is given, and there is a later version'),
  errors.environmentHeaderNotAllowed('product').when('the header is sent'),
  noSuchProduct,
] as const;

/** The version that whoever publishes has looked at: no other is to be published in its place. */
export const testVersionId = () =>
  uuid().optional().meta({
    format: 'uuid',
    description: 'The only version to publish; left out: whichever is the current one in test',
  });

/** A product's name. */
export const productName = () => shortName('Shown to buyers; space around it is cut off');

/** How a product's own fields are refused, for the reference of the endpoints that take them. */
export const productFieldRefusals = (wording: PriceWording) => [
  { status: 400 as const, message: emptyName, when: 'the name is empty' },
  { status: 400 as const, message: longName, when: 'the name is too long' },
  { status: 400 as const, message: noPrices, when: 'there is no price' },
  {
    status: 400 as const,
    message: wording.currency('<code>'),
    when: 'a key of `prices` is not three uppercase letters, or not a currency',
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
    .meta({ description: 'Markdown; null or an empty string: none' });

export const maxMedia = 20;

/** At most 20 pictures or videos. */
export const media = () =>
  z
    .array(
      z.object({
        type: z.enum(['image', 'video']),
        url: webAddress('media url', 2048),
        alt: z
          .string()
          .max(500)
          .default('')
          .meta({ description: 'What the picture shows, for those who do not see it' }),
        thumbnail: z
          .string()
          .max(2048)
          .refine(isWebAddress, { error: 'Invalid media thumbnail: must be a valid http(s) URL' })
          .meta({ format: 'uri' })
          .optional(),
      }),
    )
    .max(maxMedia)
    .meta({ description: 'Pictures and videos, in the order in which they are shown' });
