import type { z } from 'zod';
import { emailAddress } from '#server/domain/fields.ts';
import { UsageError } from './usage-error.ts';

/** An option's value by its schema; a {@link UsageError} that names the option where it is missing or not valid. */
export function readOption<Output>(option: string, schema: z.ZodType<Output>, value: string | undefined): Output {
  if (value === undefined) throw new UsageError(`Missing option ${option}`);
  const parsed = schema.safeParse(value, { error: describe });
  if (parsed.success) return parsed.data;
  // The option stands in place of the API's field.
  throw new UsageError(`${option}: ${parsed.error.issues[0]?.message.replace(/^Invalid \S+: /, '')}`);
}

/** What is wrong where the schema has no sentence of its own. */
function describe(issue: Parameters<z.core.$ZodErrorMap>[0]): string {
  if (issue.code === 'too_small') return `must have at least ${issue.minimum} characters`;
  if (issue.code === 'too_big') return `must have at most ${issue.maximum} characters`;
  return 'not valid';
}

/** `--email`. */
export const readEmail = (value: string | undefined): string => readOption('--email', emailAddress('--email'), value);
