/**
 * What an endpoint says of a field that is missing or malformed: found by asking its schema, one bad value after the
 * other, so that the reference repeats the very sentences that a caller gets.
 */
import { z } from 'zod';
import { describeIssue } from '#server/domain/describe-issue.ts';
import type { Refusal } from '#server/domain/errors.ts';
import { codeOf } from '#server/domain/fields.ts';
import type { Action } from '#server/platform/action.ts';
import { type JsonSchema, requestSchemaOf } from './json-schema.ts';

/** Sentences that no single bad value brings out; a schema names them in its `meta({ refusals })`. */
interface WithRefusals {
  readonly refusals?: readonly { readonly message: string; readonly when: string; readonly isMissing?: boolean }[];
}

interface Place {
  readonly path: readonly string[];
  readonly schema: JsonSchema;
  /** A body with a value at this place. */
  readonly around: (inner: unknown) => unknown;
}

export interface FieldRefusal extends Refusal {
  /** Whether the field is absent, not malformed. */
  readonly isMissing: boolean;
}

/** The 400s of an endpoint's fields, each once: what is missing first, then what is malformed, in the body's order. */
export function fieldRefusals(action: Action): FieldRefusal[] {
  const found = new Map<string, FieldRefusal>();
  for (const place of placesOf(requestSchemaOf(action.input))) {
    for (const [message, code] of complaintsAbout(action.input, place)) {
      const refusal = { status: 400, message, when: whenSaid(code, place), isMissing: code === missing } as const;
      if (!found.has(message)) found.set(message, refusal);
    }
  }
  for (const { message, when, isMissing = false } of declaredIn(action.input)) {
    found.set(message, { status: 400, message, when, isMissing });
  }
  const refusals = [...found.values()];
  return [...refusals.filter(({ isMissing }) => isMissing), ...refusals.filter(({ isMissing }) => !isMissing)];
}

const missing = 'missing_field';

function whenSaid(code: string, { path }: Place): string {
  const name = `\`${shownPath(path)}\``;
  if (code === missing) return `${name} is absent or empty`;
  return code === 'malformed_id' ? `${name} is not an id of that form` : `${name} is not as described`;
}

/** Every field of a body, those inside of objects, lists and maps too. */
function placesOf(
  schema: JsonSchema,
  path: readonly string[] = [],
  around: Place['around'] = (inner) => inner,
): Place[] {
  const fields = Object.entries(schema.properties ?? {}).flatMap(([name, child]) =>
    placesOf(child, [...path, name], (inner) => around({ ...requiredExamples(schema, name), [name]: inner })),
  );
  const entries = schema.items ? placesOf(schema.items, [...path, listEntry], (inner) => around([inner])) : [];
  const values =
    typeof schema.additionalProperties === 'object'
      ? placesOf(schema.additionalProperties, [...path, mapEntry], (inner) => around({ [mapKey]: inner }))
      : [];
  const branches = (schema.anyOf ?? []).flatMap((branch) =>
    placesOf(branch, path, around).filter((place) => place.path.length > path.length),
  );
  return [...(path.length === 0 ? [] : [{ path, schema, around }]), ...fields, ...entries, ...values, ...branches];
}

/** What the fields beside one hold, so that it is that one which is complained about. */
const requiredExamples = ({ properties = {}, required = [] }: JsonSchema, besides: string): Record<string, unknown> =>
  Object.fromEntries(
    required.filter((name) => name !== besides).map((name) => [name, exampleOf(properties[name] ?? {})]),
  );

/** A value that a schema has nothing against. */
function exampleOf(schema: JsonSchema): unknown {
  const given = schema.examples?.[0] ?? schema.enum?.[0];
  if (given !== undefined) return given;
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
/** A key that a price map accepts, so that what is wrong is the value. */
const mapKey = 'USD';

const shownPath = (path: readonly string[]): string => path.join('.');

/** The sentences that a caller reads for bad values at one place, of each value the first, and their codes. */
function complaintsAbout(schema: z.ZodObject, { path, schema: field, around }: Place): Map<string, string> {
  const complaints = new Map<string, string>();
  for (const bad of badValues(field)) {
    if (bad === undefined && !isNamed(path)) continue;
    const parsed = schema.safeParse(around(bad), { error: describeIssue, reportInput: true });
    const first = parsed.error?.issues.find((issue) => issue.path[0] === path[0]);
    if (!first || !isAt(first.path, path)) continue;
    const message = generalized(first.message, path);
    // What is said of a malformed value as well is not about an absent one.
    if ((complaints.get(message) ?? missing) === missing) complaints.set(message, codeOf(first));
  }
  return complaints;
}

/** Whether the last step is a field's name: JSON has no way to leave out the middle of a list. */
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

const stepMatches = (given: PropertyKey | undefined, step: string): boolean =>
  step === listEntry ? typeof given === 'number' : given === (step === mapEntry ? mapKey : step);

/** The sentence with placeholders where it repeats the place or the value. */
function generalized(message: string, path: readonly string[]): string {
  const actual = path.map((step) => (step === listEntry ? '0' : step === mapEntry ? mapKey : step)).join('.');
  return message
    .replaceAll(actual, shownPath(path))
    .replace(/got (?:true|0|\{\}|\[\]| |x+…?)$/, `got ${value}`)
    .replaceAll(mapKey, mapEntry)
    .replace(`${mapEntry}: .`, `${mapEntry}: ${value}.`)
    .replace(/(<code>): (?:| |true|0|-1|\{\}|\[\]|missing|null)\. /, `$1: ${value}. `);
}

/** The `meta({ refusals })` of a schema and of what is inside it. */
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
