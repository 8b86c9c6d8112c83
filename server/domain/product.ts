/** What the two kinds of product have in common. (commerce-api.md, "One-time product", "Media item".) */
import { z } from 'zod';
import { characterCount, isWebAddress, webAddress } from './fields.ts';
import type { Prices } from './prices.ts';

export const productTypes = ['onetime', 'subscription'] as const;
export type ProductType = (typeof productTypes)[number];

export const productStatuses = ['active', 'inactive'] as const;
export type ProductStatus = (typeof productStatuses)[number];

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
  readonly description: string | null;
  readonly prices: Prices;
  readonly media: readonly MediaItem[];
  readonly successUrl: string | null;
  readonly metadata: Metadata;
}

/** A product's name: trimmed, 1 to 64 characters. */
export const productName = () =>
  z
    .string({
      error: (issue) =>
        issue.input === undefined || issue.input === null ? undefined : 'Field name must be a non-empty string',
    })
    .transform((value, ctx) => {
      const name = value.trim();
      if (name === '')
        ctx.issues.push({ code: 'custom', message: 'Field name must be a non-empty string', input: value });
      if (characterCount(name) > 64) {
        ctx.issues.push({ code: 'custom', message: 'Field name cannot exceed 64 characters', input: value });
      }
      return name;
    });

/** Markdown of at most 10,000 characters; null and the empty string mean none. */
export const productDescription = () =>
  z
    .string()
    .max(10_000)
    .nullable()
    .transform((value) => value || null);

/** At most 20 pictures or videos. */
export const media = () =>
  z
    .array(
      z.object({
        type: z.enum(['image', 'video']),
        url: webAddress('media url', 2048),
        alt: z.string().max(500).default(''),
        thumbnail: z
          .string()
          .max(2048)
          .refine(isWebAddress, { error: 'Invalid media thumbnail: must be a valid http(s) URL' })
          .optional(),
      }),
    )
    .max(20);
