/** Products in responses. (commerce-api.md, "One-time product", "Subscription product".) */
import { z } from 'zod';
import type { Environment } from '#server/domain/environments.ts';
import { shownId, shownMoment } from '#server/domain/fields.ts';
import { toShortId } from '#server/domain/ids.ts';
import { presentPrices, shownPrices } from './prices.ts';
import { type ProductContent, type ProductStatus, productStatuses } from './product.ts';

const mediaItem = z
  .object({
    type: z.enum(['image', 'video']),
    url: z.string(),
    alt: z.string(),
    thumbnail: z.string().optional(),
  })
  .meta({ schemaName: 'MediaItem' });

/** A version's content in responses. */
export const shownContent = {
  name: z.string(),
  description: z.string().nullable().meta({ description: 'Markdown' }),
  prices: shownPrices,
  media: z.array(mediaItem).readonly(),
  successUrl: z.string().nullable(),
  metadata: z.record(z.string(), z.unknown()).readonly(),
};

/** The one-time product object; subscription products also have `billingPeriod`. */
export const shownProduct = {
  id: shownId('PROD'),
  storeId: shownId('STO'),
  ...shownContent,
  status: z.enum(productStatuses).meta({ description: 'In the environment of the call' }),
  createdAt: shownMoment(),
  updatedAt: shownMoment(),
};

interface ProductRow {
  readonly id: string;
  readonly storeId: string;
  readonly testStatus: ProductStatus;
  readonly prodStatus: ProductStatus;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Formats a version's content for responses. */
export const presentContent = ({ name, description, prices, media, successUrl, metadata }: ProductContent) => ({
  name,
  description,
  prices: presentPrices(prices),
  media,
  successUrl,
  metadata,
});

/** Formats a product and its version in one environment for responses. */
export const presentProduct = (product: ProductRow, version: ProductContent, environment: Environment) => ({
  id: toShortId('PROD', product.id),
  storeId: toShortId('STO', product.storeId),
  ...presentContent(version),
  status: environment === 'prod' ? product.prodStatus : product.testStatus,
  createdAt: product.createdAt.toISOString(),
  updatedAt: product.updatedAt.toISOString(),
});
