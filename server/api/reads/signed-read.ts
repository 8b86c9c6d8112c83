/** Reads with `GET`, signed with an API key. The signature covers path and query. (docs/behavior/api.md) */
import { z } from 'zod';
import { echo } from '#server/domain/errors.ts';
import { parseInput } from '#server/domain/fields.ts';
import type { ApiKeyCaller } from '#server/platform/action.ts';
import type { Settings } from '#server/platform/settings.ts';

export interface SignedRead {
  readonly caller: ApiKeyCaller;
  /** The query's parameters by name. */
  readonly query: Readonly<Record<string, string>>;
  readonly settings: Settings;
}

/** Returns the answer's `data`. Throws an ApiError. */
export type AnswerRead = (read: SignedRead) => Promise<object>;

/** The parameters of a URL's query by name; the last one if a name is repeated. */
export const queryOf = (url: string): Readonly<Record<string, string>> =>
  Object.fromEntries(new URLSearchParams(url.split('?')[1]));

/** Validates a query's parameters; throws 400 for the first problem. */
export const readQuery = <Schema extends z.ZodObject>(
  schema: Schema,
  query: Readonly<Record<string, string>>,
): z.output<Schema> => parseInput(schema, query, { layer: 'gateway' });

/** A whole number in a query. */
export function queryInteger(name: string, { min, max }: { readonly min: number; readonly max: number }) {
  const error = ({ input }: { readonly input?: unknown }) =>
    `Invalid ${name}: must be a whole number from ${min} to ${max}, got ${echo(input)}`;
  return z
    .string()
    .refine((text) => /^\d{1,16}$/.test(text) && Number(text) >= min && Number(text) <= max, { error })
    .transform(Number);
}

/** A yes or no in a query. */
export const queryFlag = (name: string) =>
  z
    .enum(['true', 'false'], { error: ({ input }) => `Invalid ${name}: must be true or false, got ${echo(input)}` })
    .transform((text) => text === 'true');
