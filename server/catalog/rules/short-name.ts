/** The names of products and groups. */
import { z } from 'zod';
import { absent, characterCount, refusedAs } from '#server/domain/fields.ts';

const maxLength = 64;
export const emptyName = 'Field name must be a non-empty string';
export const longName = `Field name cannot exceed ${maxLength} characters`;

/** A name of 1 to 64 characters after trimming. `missing` is the endpoint's message for a missing name. */
export const shortName = (description: string, missing?: string) =>
  z
    .string({ error: ({ input }) => (input === undefined ? missing : emptyName) })
    .transform((value, ctx) => {
      const name = value.trim();
      if (name === '')
        ctx.issues.push({ ...(missing ? absent : { code: 'custom' }), message: missing ?? emptyName, input: value });
      if (characterCount(name) > maxLength) {
        ctx.issues.push({ code: 'custom', message: longName, input: value, ...refusedAs('too_long') });
      }
      return name;
    })
    .meta({ description, minLength: 1, maxLength });
