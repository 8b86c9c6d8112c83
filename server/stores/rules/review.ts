/** The common parts of operators' decisions. */
import { z } from 'zod';
import { errors, type Layer } from '#server/domain/errors.ts';
import { characterCount } from '#server/domain/fields.ts';

export const decisions = ['approve', 'reject'] as const;
export type Decision = (typeof decisions)[number];

/** The note on a ticket that its merchant withdrew. */
export const withdrawnNote = 'Withdrawn by the merchant';

const maxNoteLength = 1000;

/** The operator's note to the merchant, up to 1,000 characters; an empty string counts as absent. */
export const reviewNote = () =>
  z
    .string()
    .trim()
    .refine((value) => characterCount(value) <= maxNoteLength, {
      error: `Invalid note: must have at most ${maxNoteLength} characters`,
    })
    .nullish()
    .transform((value) => value || null)
    .meta({ description: 'Shown to the merchant; required to reject', maxLength: maxNoteLength });

/** Throws 400 for a rejection without a note, because the merchant could not fix the problem. */
export function requireNote(decision: Decision, note: string | null, layer: Layer): void {
  if (decision === 'reject' && note === null) throw errors.missingField('note', layer);
}
