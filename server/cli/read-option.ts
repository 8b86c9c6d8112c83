import type { z } from 'zod';
import { emailAddress } from '#server/domain/fields.ts';
import { UsageError } from './usage-error.ts';

/** An option's value by its schema; a {@link UsageError} that names the option where it is missing or not valid. */
export function readOption<Output>(option: string, schema: z.ZodType<Output>, value: string | undefined): Output {
  if (value === undefined) throw new UsageError(`Missing option ${option}`);
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new UsageError(`${option}: ${sentenceOf(parsed.error.issues[0])}`);
  return parsed.data;
}

/** The API's words without the name of its field, and plain ones for what a schema has no words of its own for. */
function sentenceOf(issue: z.core.$ZodIssue | undefined): string {
  if (issue?.code === 'too_small' && issue.message.startsWith('Too small'))
    return `must have at least ${issue.minimum} characters`;
  if (issue?.code === 'too_big' && issue.message.startsWith('Too big'))
    return `must have at most ${issue.maximum} characters`;
  return issue?.message.replace(/^Invalid \S+: /, '') ?? 'not valid';
}

/** `--email`. */
export const readEmail = (value: string | undefined): string => readOption('--email', emailAddress('--email'), value);
