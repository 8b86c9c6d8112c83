/**
 * Building blocks of the endpoints' input schemas. Only this module turns a schema's issue into a sentence of the
 * contract. (commerce-api.md, "Errors"; decisions.md, "Envelope, errors, layers")
 */
import { z } from 'zod';
import { describeIssue } from './describe-issue.ts';
import { ApiError, echo, errors, type Layer } from './errors.ts';
import { fromShortId, isUuid, type Prefix } from './ids.ts';
import { codeOf, isMissing } from './issue-codes.ts';

/** The digits after the prefix in the reference's examples. */
const exampleDigits = '0123456789abcdefABCDEF';

/** Whether an id field is absent: undefined, null or empty. */
export const isLeftOut = (value: unknown): boolean => isAbsent(value) || value === '';

const isAbsent = (value: unknown): boolean => value === undefined || value === null;

/** Marks an issue as "this required field is absent". The error map adds the path to its sentence. */
export const absent = { code: 'custom', params: { absent: true } } as const;

/**
 * Validates a body against an endpoint's schema. Throws the first problem in the order of the endpoint's table: 400 in
 * the action's layer. A null field counts as absent, except for optional fields of an update, where null clears the
 * field or is refused.
 */
export function parseInput<Schema extends z.ZodObject>(
  schema: Schema,
  body: object,
  { layer, isUpdate = false }: { readonly layer: Layer; readonly isUpdate?: boolean | undefined },
): z.output<Schema> {
  const parsed = schema.safeParse(withoutNulls(schema, body, isUpdate), { error: describeIssue, reportInput: true });
  if (parsed.success) return parsed.data;
  const order = Object.keys(schema.shape);
  const rank = (issue: z.core.$ZodIssue) => {
    // A table lists problems of several fields together before problems of one field.
    if (isMissing(issue) && isMissedTogether(schema.shape[String(issue.path[0])])) return -1;
    return order.indexOf(String(issue.path[0])) + (issue.path.length === 0 ? order.length + 1 : 0);
  };
  const first = parsed.error.issues.toSorted((a, b) => rank(a) - rank(b))[0];
  const name = String(first?.path[0]);
  const field = schema.shape[name];
  const isNull = first?.path.length === 1 && field && (body as Record<string, unknown>)[name] === null;
  if (isNull && !isOptional(field) && !isMissedTogether(field)) throw errors.missingField(name, layer);
  throw refusalOf(first, layer);
}

/** A schema's issue as a refusal that names the field. */
function refusalOf(issue: z.core.$ZodIssue | undefined, layer: Layer): ApiError {
  const path = issue && issue.path.length > 0 ? echo(issue.path.join('.')) : undefined;
  return new ApiError(400, issue?.message ?? 'Invalid request', layer, { code: issue && codeOf(issue), path });
}

const missedTogether = new WeakSet<z.core.$ZodType>();
const isMissedTogether = (field: z.core.$ZodType | undefined): boolean =>
  field !== undefined && missedTogether.has(field);

/** A required field whose absence is reported together with others. Wraps the field's outermost schema. */
export function missingTogether<Schema extends z.core.$ZodType>(schema: Schema): Schema {
  missedTogether.add(schema);
  return schema;
}

/** Adds a refusal's code to a schema's issue. */
export const refusedAs = (refusal: string) => ({ params: { refusal } });

/**
 * Removes null fields where null means absent. With `keep`, removes them only inside lists, whose entries are always
 * sent whole.
 */
export function withoutNulls(schema: z.core.$ZodType, value: unknown, keep = false): unknown {
  const known = unwrapped(schema);
  if (known instanceof z.ZodArray && Array.isArray(value)) {
    return value.map((entry: unknown) => withoutNulls(known.element, entry));
  }
  if (!(known instanceof z.ZodObject) || !isFields(value)) return value;
  const fields = Object.entries(value).flatMap(([name, inner]) => {
    const field = Object.hasOwn(known.shape, name) ? known.shape[name] : undefined;
    if (!field) return [[name, inner]];
    const isLeftOut = inner === null && !keep && !neverNull.has(field) && !z.safeParse(field, null).success;
    return isLeftOut ? [] : [[name, withoutNulls(field, inner, keep)]];
  });
  return Object.fromEntries(fields);
}

const neverNull = new WeakSet<z.core.$ZodType>();

/**
 * A field that refuses null instead of treating it as absent. If absent means the full amount, a NaN (which JSON writes
 * as null) would otherwise move more money than intended. Wraps the field's outermost schema.
 */
export function refusingNull<Schema extends z.core.$ZodType>(schema: Schema): Schema {
  neverNull.add(schema);
  return schema;
}

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The schema of the value itself, without optional and default wrappers. */
function unwrapped(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return unwrapped(schema.def.innerType);
  }
  if (!(schema instanceof z.ZodPipe)) return schema;
  return unwrapped(schema.def.in instanceof z.ZodTransform ? schema.def.out : schema.def.in);
}

const isOptional = (schema: z.core.$ZodType): boolean => schema._zod.optin !== undefined;

/** An endpoint's own sentences for an invalid id. */
interface IdWording {
  readonly missing?: string;
  readonly malformed?: string;
}

const malformedId = refusedAs('malformed_id');

/** The sentence for an id of another kind. */
export const notAnId = (prefix: Prefix, value: unknown): string => `Expected format: ${prefix}_xxx, got ${echo(value)}`;

/**
 * A store, product or order id: takes a Short ID or bare UUID, returns the UUID. Refuses others with `Expected format:
 * STO_xxx, got …`.
 */
export const shortId = (prefix: Prefix, { missing, malformed }: IdWording = {}) => {
  const refusal = (value: unknown) => malformed ?? notAnId(prefix, value);
  return z
    .string({ error: (issue) => (isAbsent(issue.input) ? missing : refusal(issue.input)) })
    .transform((value, ctx) => {
      const uuid = fromShortId(prefix, value);
      if (uuid !== undefined) return uuid;
      const message = value === '' ? missing : refusal(value);
      ctx.issues.push({ code: 'custom', ...(value === '' ? absent : malformedId), message, input: value });
      return z.NEVER;
    })
    .meta({ description: `\`${prefix}_xxx\` or the bare UUID`, example: `${prefix}_${exampleDigits}` });
};

/** A list of ids without duplicates, in the given order. Invalid entries are refused as in {@link shortId}. */
export const shortIds = (prefix: Prefix, maxItems: number) =>
  z
    .array(
      z
        .string({ error: (issue) => notAnId(prefix, issue.input) })
        .transform((value, ctx) => {
          const uuid = fromShortId(prefix, value);
          if (uuid !== undefined) return uuid;
          ctx.issues.push({ code: 'custom', message: notAnId(prefix, value), input: value, ...malformedId });
          return z.NEVER;
        })
        .meta({ description: `\`${prefix}_xxx\` or the bare UUID`, example: `${prefix}_${exampleDigits}` }),
    )
    .max(maxItems)
    .transform((ids) => [...new Set(ids)]);

/** An optional id; null and the empty string count as absent. */
export const optionalShortId = (prefix: Prefix) =>
  z.preprocess((value) => (isLeftOut(value) ? undefined : value), shortId(prefix).optional());

/** The bare UUID of a checkout session, group, webhook or key. */
export const uuid = () => {
  const refusal = (value: unknown) => `Expected format: UUID, got ${echo(value)}`;
  return z
    .string({ error: (issue) => (isAbsent(issue.input) ? undefined : refusal(issue.input)) })
    .transform((value, ctx) => {
      if (isUuid(value)) return value.toLowerCase();
      ctx.issues.push(
        value === ''
          ? { ...absent, input: value }
          : { code: 'custom', message: refusal(value), input: value, ...malformedId },
      );
      return z.NEVER;
    })
    .meta({ format: 'uuid', description: 'As given in the request that created it' });
};

/** An http(s) URL of at most that many characters. */
export const webAddress = (name: string, maxLength: number, notText?: string) =>
  z
    .string(notText === undefined ? undefined : { error: notText })
    .refine((value) => value.length <= maxLength, {
      error: `Invalid ${name}: must have at most ${maxLength} characters`,
      ...refusedAs('too_long'),
    })
    .refine(isWebAddress, { error: `Invalid ${name}: must be a valid http(s) URL` })
    .meta({ format: 'uri', maxLength });

/** Whether it is an absolute http or https URL without credentials. */
export function isWebAddress(value: string): boolean {
  if (!/^https?:\/\/[^\s\\]+$/i.test(value)) return false;
  const address = URL.parse(value);
  return address !== null && address.hostname !== '' && address.username === '' && address.password === '';
}

/** A redirect target; null and the empty string mean "none". (commerce-api.md, "Limits": 512 characters) */
export const successUrl = () =>
  z
    .preprocess((value) => (value === '' ? null : value), webAddress('successUrl', 512).nullable())
    .meta({ description: 'The page the buyer is sent to after paying. Null or an empty string means the receipt' });

/** An email address of at most 254 characters, stored as typed without surrounding space. */
export const emailAddress = (name: string) =>
  z
    .string()
    .trim()
    .max(254, { error: `Invalid ${name}: must have at most 254 characters` })
    .refine((value) => z.regexes.email.test(value), { error: `Invalid ${name}: must be an email address` })
    .meta({ format: 'email' });

/** A non-empty text, trimmed, of at most that many characters, on one line unless `lines` is `many`. */
export const requiredText = (name: string, maxLength: number, { lines }: { lines: 'one' | 'many' }) =>
  z
    .string()
    .transform((value, ctx) => {
      const text = value.trim();
      if (text === '') ctx.issues.push({ ...absent, input: value });
      else if ((lines === 'one' ? /\p{Cc}/u : /[^\P{Cc}\n\r\t]/u).test(text))
        ctx.issues.push({
          code: 'custom',
          message: `Invalid ${name}: must not contain control characters`,
          input: value,
        });
      else if (characterCount(text) > maxLength) {
        const message = `Invalid ${name}: must have at most ${maxLength} characters`;
        ctx.issues.push({ code: 'custom', message, input: value, ...refusedAs('too_long') });
      }
      return text;
    })
    .meta({
      minLength: 1,
      maxLength,
      refusals: [
        { message: `Invalid ${name}: must not contain control characters`, when: `\`${name}\` has control characters` },
        {
          message: `Invalid ${name}: must have at most ${maxLength} characters`,
          when: `\`${name}\` is too long`,
          code: 'too_long',
        },
      ],
    });

/** An optional text; null and blank count as absent. Returns null then. */
export const optionalText = (name: string, maxLength: number, lines: { lines: 'one' | 'many' }) =>
  z
    .preprocess(
      (value) => (value === null || (typeof value === 'string' && value.trim() === '') ? undefined : value),
      requiredText(name, maxLength, lines).optional(),
    )
    .transform((value) => value ?? null);

const tooManyKeys = 'Invalid metadata: must have at most 50 keys';
const tooMuchJson = 'Invalid metadata: must be at most 16 KiB';

/** Custom key-value data: at most 50 keys and 16 KiB of JSON. */
export const metadata = () =>
  z
    .record(z.string(), z.unknown(), { error: 'Invalid metadata: must be an object' })
    .refine((value) => Object.keys(value).length <= 50, { error: tooManyKeys })
    .refine((value) => Buffer.byteLength(JSON.stringify(value)) <= 16 * 1024, { error: tooMuchJson })
    .meta({
      description: 'Your own key-value data; at most 50 keys and 16 KiB of JSON',
      maxProperties: 50,
      refusals: [
        { message: tooManyKeys, when: '`metadata` has too many keys' },
        { message: tooMuchJson, when: '`metadata` is too long as JSON' },
      ],
    });

/** A Short ID in a response. */
export const shownId = (prefix: Prefix) =>
  z
    .string()
    .regex(new RegExp(`^${prefix}_[0-9A-Za-z]{22}$`))
    .meta({ description: `\`${prefix}_xxx\``, example: `${prefix}_${exampleDigits}` });

/** A time in a response: ISO 8601, UTC, milliseconds. */
export const shownMoment = () => z.iso.datetime({ precision: 3 }).meta({ example: '2026-11-21T09:30:00.000Z' });

/** A bare UUID in a response. */
export const shownUuid = () => z.guid();

/** The number of characters, counted as code points instead of UTF-16 units. */
export const characterCount = (text: string): number => [...text].length;

/** Whether it is a single BCP 47 language tag. */
export function isLanguageTag(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length === 1;
  } catch {
    return false;
  }
}
