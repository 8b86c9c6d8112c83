/**
 * An endpoint's errors for missing and malformed fields. They are found by parsing invalid values with its schema, so the
 * documentation contains the exact messages.
 */
import { z } from 'zod';
import { describeIssue } from '#server/domain/describe-issue.ts';
import type { Refusal } from '#server/domain/errors.ts';
import { codeOf } from '#server/domain/issue-codes.ts';
import type { Action } from '#server/platform/action.ts';
import { type JsonSchema, requestSchemaOf } from './json-schema.ts';

/** Errors that no single invalid value causes; a schema declares them in `meta({ refusals })`. */
interface WithRefusals {
  readonly refusals?: readonly { readonly message: string; readonly when: string; readonly code?: string }[];
}

interface FieldPath {
  readonly path: readonly string[];
  readonly schema: JsonSchema;
  /** Returns a body with a value in this field. */
  readonly around: (inner: unknown) => unknown;
}

export interface FieldRefusal extends Refusal {
  readonly code: string;
  /** Whether the field is missing instead of malformed. */
  readonly isMissing: boolean;
}

/** The 400 errors of an endpoint's fields without duplicates: missing fields first, then malformed ones, in the body's order. */
export function fieldRefusals(action: Action): FieldRefusal[] {
  const found = new Map<string, FieldRefusal>();
  for (const location of fieldPathsOf(requestSchemaOf(action.input))) {
    for (const [message, code] of messagesFor(action.input, location)) {
      const refusal = {
        status: 400,
        message,
        when: describeCause(code, location),
        code,
        isMissing: code === missing,
      } as const;
      if (!found.has(message)) found.set(message, refusal);
    }
  }
  for (const { message, when, code = 'invalid_field' } of declaredIn(action.input)) {
    found.set(message, { status: 400, message, when, code, isMissing: code === missing });
  }
  const refusals = [...found.values()];
  return [...refusals.filter(({ isMissing }) => isMissing), ...refusals.filter(({ isMissing }) => !isMissing)];
}

const missing = 'missing_field';

function describeCause(code: string, { path }: FieldPath): string {
  const name = `\`${shownPath(path)}\``;
  if (code === missing) return `${name} is missing or empty`;
  return code === 'malformed_id' ? `${name} is not an ID of this format` : `${name} is invalid`;
}

/** All fields of a body, including nested ones. */
function fieldPathsOf(
  schema: JsonSchema,
  path: readonly string[] = [],
  around: FieldPath['around'] = (inner) => inner,
): FieldPath[] {
  const fields = Object.entries(schema.properties ?? {}).flatMap(([name, child]) =>
    fieldPathsOf(child, [...path, name], (inner) => around({ ...requiredExamples(schema, name), [name]: inner })),
  );
  const entries = schema.items ? fieldPathsOf(schema.items, [...path, listEntry], (inner) => around([inner])) : [];
  const values =
    typeof schema.additionalProperties === 'object'
      ? fieldPathsOf(schema.additionalProperties, [...path, mapEntry], (inner) => around({ [mapKey]: inner }))
      : [];
  const branches = (schema.anyOf ?? []).flatMap((branch) =>
    fieldPathsOf(branch, path, around).filter((location) => location.path.length > path.length),
  );
  return [...(path.length === 0 ? [] : [{ path, schema, around }]), ...fields, ...entries, ...values, ...branches];
}

/** Valid values for the other required fields, so that only the tested field causes an error. */
const requiredExamples = ({ properties = {}, required = [] }: JsonSchema, besides: string): Record<string, unknown> =>
  Object.fromEntries(
    required.filter((name) => name !== besides).map((name) => [name, exampleOf(properties[name] ?? {})]),
  );

/** A value that the schema accepts. */
function exampleOf(schema: JsonSchema): unknown {
  const example = schema.examples?.[0] ?? schema.enum?.[0];
  if (example !== undefined) return example;
  switch ([schema.type].flat()[0]) {
    case 'boolean':
      return false;
    case 'integer':
    case 'number':
      return schema.minimum ?? 1;
    case 'array':
      return [];
    case 'object':
      return requiredExamples(schema, '');
    default:
      return schema.format === 'uri' ? 'https://example.com' : 'text';
  }
}

const listEntry = '<n>';
const mapEntry = '<code>';
/** A key that a price map accepts, so that only the value is invalid. */
const mapKey = 'USD';

const shownPath = (path: readonly string[]): string => path.join('.');

/** The first error message of each invalid value of a field, with its code. */
function messagesFor(schema: z.ZodObject, { path, schema: field, around }: FieldPath): Map<string, string> {
  const messages = new Map<string, string>();
  for (const bad of badValues(field)) {
    if (bad === undefined && !isNamed(path)) continue;
    const parsed = schema.safeParse(around(bad), { error: describeIssue, reportInput: true });
    const first = parsed.error?.issues.find((issue) => issue.path[0] === path[0]);
    if (!first || !isAt(first.path, path)) continue;
    const message = generalized(first.message, path);
    // A message that also applies to a malformed value is not about a missing one.
    if ((messages.get(message) ?? missing) === missing) messages.set(message, codeOf(first));
  }
  return messages;
}

/** Whether the path ends with a field's name. List items cannot be absent in JSON. */
const isNamed = (path: readonly string[]): boolean => path.at(-1) !== listEntry && path.at(-1) !== mapEntry;

const value = '<value>';

function badValues({ maxLength, maxItems, maximum, minimum }: JsonSchema): unknown[] {
  return [
    undefined,
    '',
    value,
    ' ',
    true,
    {},
    [],
    0,
    ...(maxLength === undefined ? [] : ['x'.repeat(maxLength + 1)]),
    ...(maxItems === undefined ? [] : [Array.from({ length: maxItems + 1 }, () => ({}))]),
    ...(maximum === undefined ? [] : [maximum + 1]),
    ...(minimum === undefined ? [] : [minimum - 1]),
  ];
}

const isAt = (issue: readonly PropertyKey[], path: readonly string[]): boolean =>
  issue.length <= path.length && path.every((step, depth) => depth >= issue.length || stepMatches(issue[depth], step));

const stepMatches = (key: PropertyKey | undefined, step: string): boolean =>
  step === listEntry ? typeof key === 'number' : key === (step === mapEntry ? mapKey : step);

/** Replaces the path and the value in a message with placeholders. */
function generalized(message: string, path: readonly string[]): string {
  const actual = path.map((step) => (step === listEntry ? '0' : step === mapEntry ? mapKey : step)).join('.');
  return message
    .replaceAll(actual, shownPath(path))
    .replace(/got (?:true|0|\{\}|\[\]| |x+…?)$/, `got ${value}`)
    .replaceAll(mapKey, mapEntry)
    .replace(`${mapEntry}: .`, `${mapEntry}: ${value}.`)
    .replace(/(<code>): (?:| |true|0|-1|\{\}|\[\]|missing|null)\. /, `$1: ${value}. `);
}

/** The `meta({ refusals })` of a schema and its nested schemas. */
function declaredIn(schema: z.ZodObject): NonNullable<WithRefusals['refusals']> {
  const declared: NonNullable<WithRefusals['refusals']>[number][] = [];
  z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      declared.push(...((jsonSchema as WithRefusals).refusals ?? []));
    },
  });
  return declared;
}
