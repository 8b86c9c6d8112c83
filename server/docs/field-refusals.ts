/**
 * What an endpoint says of a field that is missing or malformed: found by asking its schema, one bad value after the
 * other, so that the reference repeats the very sentences that a caller gets.
 */
import { z } from 'zod';
import { describeIssue } from '#server/domain/describe-issue.ts';
import type { Refusal } from '#server/domain/errors.ts';
import type { Action } from '#server/platform/action.ts';
import { type JsonSchema, requestSchemaOf } from './json-schema.ts';

/** Sentences that no single bad value brings out; a schema names them in its `meta({ refusals })`. */
interface WithRefusals {
  readonly refusals?: readonly { readonly message: string; readonly when: string }[];
}

interface Place {
  readonly path: readonly string[];
  readonly schema: JsonSchema;
  /** A body with a value at this place. */
  readonly around: (inner: unknown) => unknown;
}

/** The 400s of an endpoint's fields, each once: what is missing first, then what is malformed, in the body's order. */
export function fieldRefusals(action: Action): Refusal[] {
  const found = new Map<string, Refusal>();
  for (const place of placesOf(requestSchemaOf(action.input))) {
    for (const message of complaintsAbout(action.input, place)) {
      if (!found.has(message)) found.set(message, { status: 400, message, when: whenSaid(message, place) });
    }
  }
  for (const { message, when } of declaredIn(action.input)) found.set(message, { status: 400, message, when });
  const refusals = [...found.values()];
  return [
    ...refusals.filter(({ message }) => isAbout(message)),
    ...refusals.filter(({ message }) => !isAbout(message)),
  ];
}

const isAbout = (message: string): boolean => message.startsWith('Missing required');

function whenSaid(message: string, { path }: Place): string {
  const name = `\`${shownPath(path)}\``;
  if (isAbout(message)) return `${name} is absent or empty`;
  return message.startsWith('Expected format') ? `${name} is not an id of that form` : `${name} is not as described`;
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

/** What a caller gets to read for bad values at one place: of each, the first complaint. */
function complaintsAbout(schema: z.ZodObject, { path, schema: field, around }: Place): Set<string> {
  const messages = new Set<string>();
  for (const bad of badValues(field)) {
    if (bad === undefined && !isNamed(path)) continue;
    const parsed = schema.safeParse(around(bad), { error: describeIssue });
    const first = parsed.error?.issues.find((issue) => issue.path[0] === path[0]);
    if (first && isAt(first.path, path)) messages.add(generalized(first.message, path));
  }
  return messages;
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
  const declared: { message: string; when: string }[] = [];
  z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      declared.push(...((jsonSchema as WithRefusals).refusals ?? []));
    },
  });
  return declared;
}
