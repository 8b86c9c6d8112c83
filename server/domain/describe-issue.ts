/** Sentences for zod's issues. (decisions.md, "Envelope, errors, layers") */
import type { z } from 'zod';

type Issue = Parameters<z.core.$ZodErrorMap>[0];

/** The sentence for an issue whose schema has none of its own. */
export function describeIssue(issue: Issue): string {
  const path = (issue.path ?? []).join('.');
  if (issue.input === undefined || (issue.code === 'custom' && issue.params?.absent)) {
    return `Missing required field: ${path}`;
  }
  switch (issue.code) {
    case 'invalid_type':
      return `Invalid ${path}: must be ${/^[aeio]/.test(issue.expected) ? 'an' : 'a'} ${issue.expected}`;
    case 'invalid_value':
      return `Invalid ${path}: must be ${oneOf(issue.values.map(String))}`;
    case 'too_big':
      if (hasLength(issue.origin)) return `Invalid ${path}: must have at most ${counted(issue.maximum, issue.origin)}`;
      break;
    case 'too_small':
      if (hasLength(issue.origin)) return `Invalid ${path}: must have at least ${counted(issue.minimum, issue.origin)}`;
      break;
  }
  return `Invalid ${path}`;
}

/** Whether the issue concerns a value's length. For numbers it concerns the value. */
export const hasLength = (origin: string): boolean => origin === 'string' || origin === 'array';

/** The allowed values as a sentence lists them: `a, b or c`. */
export const oneOf = (values: readonly string[]): string =>
  values.length < 2 ? values.join('') : `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`;

const counted = (count: number | bigint, origin: string): string =>
  `${count} ${origin === 'array' ? 'item' : 'character'}${Number(count) === 1 ? '' : 's'}`;
