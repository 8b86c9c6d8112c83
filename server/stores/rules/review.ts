/** What an operator's decisions have in common, whatever is decided on. */
import { z } from 'zod';
import { errors, type Layer } from '#server/domain/errors.ts';
import { characterCount } from '#server/domain/fields.ts';

export const decisions = ['approve', 'reject'] as const;
export type Decision = (typeof decisions)[number];

/** What stands on a ticket that its merchant took back. */
export const withdrawnNote = 'Withdrawn by the merchant';

const maxNoteLength = 1000;

/** What the operator tells the merchant: up to 1,000 characters; nothing and the empty string are the same. */
export const reviewNote = () =>
  z
    .string()
    .trim()
    .refine((value) => characterCount(value) <= maxNoteLength, {
      error: `Invalid note: must have at most ${maxNoteLength} characters`,
    })
    .nullish()
    .transform((value) => value || null)
    .meta({ description: 'The merchant reads it; needed to reject', maxLength: maxNoteLength });

/** A rejection that does not say why cannot be put right: 400. */
export function requireNote(decision: Decision, note: string | null, layer: Layer): void {
  if (decision === 'reject' && note === null) throw errors.missingField('note', layer);
}
