/** The codes of refusals that a schema's issues become. */
import type { z } from 'zod';
import { hasLength } from './describe-issue.ts';

/** The codes of problems with one field. */
export const fieldCodes: readonly string[] = [
  'missing_field',
  'too_long',
  'too_many_items',
  'malformed_id',
  'invalid_field',
];

/** The kind of problem: missing, too long, too many items or invalid. The issue holds its input. */
export function codeOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'custom' && typeof issue.params?.refusal === 'string') return issue.params.refusal;
  if (isMissing(issue)) return 'missing_field';
  if (issue.code !== 'too_big' || !hasLength(issue.origin)) return 'invalid_field';
  return issue.origin === 'array' ? 'too_many_items' : 'too_long';
}

/** Whether a required field is absent. */
export const isMissing = (issue: z.core.$ZodIssue): boolean =>
  issue.input === undefined || (issue.code === 'custom' && issue.params?.absent === true);
