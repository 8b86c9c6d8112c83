import type { z } from 'zod';
import { emailAddress } from '../domain/fields.ts';
import { UsageError } from './usage-error.ts';

/** An option's value by its schema; a {@link UsageError} that names the option where it is missing or not valid. */
export function readOption<Output>(option: string, schema: z.ZodType<Output>, value: string | undefined): Output {
  if (value === undefined) throw new UsageError(`Missing option ${option}`);
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new UsageError(`${option}: ${parsed.error.issues[0]?.message ?? 'not valid'}`);
  return parsed.data;
}

/** `--email`. */
export const readEmail = (value: string | undefined): string => readOption('--email', emailAddress('--email'), value);
