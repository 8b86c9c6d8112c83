import type { z } from 'zod';
import { emailAddress } from '#server/domain/fields.ts';
import { UsageError } from './usage-error.ts';

/** Parses an option's value by its schema. Throws a {@link UsageError} that names a missing or invalid option. */
export function readOption<Output>(option: string, schema: z.ZodType<Output>, value: string | undefined): Output {
  if (value === undefined) throw new UsageError(`Missing option ${option}`);
  const parsed = schema.safeParse(value, { error: describe });
  if (parsed.success) return parsed.data;
  // The option's name replaces the API field's.
  throw new UsageError(`${option}: ${parsed.error.issues[0]?.message.replace(/^Invalid \S+: /, '')}`);
}

/** The message for an issue without a message of its own. */
function describe(issue: Parameters<z.core.$ZodErrorMap>[0]): string {
  if (issue.code === 'too_small') return `must have at least ${issue.minimum} characters`;
  if (issue.code === 'too_big') return `must have at most ${issue.maximum} characters`;
  return 'not valid';
}

/** `--email`. */
export const readEmail = (value: string | undefined): string => readOption('--email', emailAddress('--email'), value);
