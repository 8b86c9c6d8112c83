/** Request bodies for an action: valid ones, nearly valid ones, and bytes that are not JSON. */
import fc from 'fast-check';
import { type JsonSchema, requestSchemaOf } from '#server/docs/json-schema.ts';
import { fillIn } from '#server/docs/placeholders.ts';
import type { Action } from '#server/platform/action.ts';
import { oddNumber, oddText, oddValue } from './odd-values.ts';

/** IDs by the placeholder names of the examples. Each name has several IDs in different states. */
export type Ids = Readonly<Record<string, readonly string[]>>;

/** The IDs that a body may use, by owner. */
export interface IdPool {
  readonly own: Ids;
  readonly foreign: Ids;
}

/** A plausible body: the action's example or a value of its schema, with IDs of the caller or of another merchant. */
export function likelyBodies(action: Action, pool: IdPool): fc.Arbitrary<unknown> {
  const schema = requestSchemaOf(action.input);
  const fromSchema = valuesOf(schema, '', pool);
  const names = new Set<string>();
  fillIn(action.docs.example, (name) => {
    names.add(name);
    return '';
  });
  if (Object.keys(action.docs.example).length === 0) return fromSchema;
  const ids = fc.record(Object.fromEntries([...names].map((name) => [name, idsNamed(name, pool)])));
  const fromExample = ids.map((chosen) => fillIn(action.docs.example, (name) => String(chosen[name] ?? '')));
  return fc.oneof({ arbitrary: fromExample, weight: 3 }, { arbitrary: fromSchema, weight: 2 });
}

/** IDs by placeholder name. Most of these tests are about the IDs of other merchants. */
function idsNamed(name: string, { own, foreign }: IdPool): fc.Arbitrary<string> {
  const all = (ids: Ids) => Object.values(ids).flat();
  const [owned, others] = [own[name] ?? all(own), foreign[name] ?? all(foreign)];
  return fc.oneof(
    { arbitrary: fc.constantFrom(...owned), weight: 10 },
    { arbitrary: fc.constantFrom(...others), weight: 4 },
    fc.constantFrom(...all(own), ...all(foreign)),
    fc.uuid(),
  );
}

/** Values that the schema allows, as far as it describes them. */
function valuesOf(schema: JsonSchema, name: string, pool: IdPool): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((branch) => valuesOf(branch, name, pool)));
  const types = [schema.type ?? []].flat();
  if (types.length === 0) return fc.oneof(oddValue, textsOf(schema, name, pool));
  return fc.oneof(...types.map((type) => valuesOfType(type, schema, name, pool)));
}

function valuesOfType(type: string, schema: JsonSchema, name: string, pool: IdPool): fc.Arbitrary<unknown> {
  switch (type) {
    case 'object':
      return objectsOf(schema, pool);
    case 'array': {
      const bounds = { minLength: schema.minItems ?? 0, maxLength: Math.min(schema.maxItems ?? 4, 4) };
      return fc.array(valuesOf(schema.items ?? {}, name, pool), bounds);
    }
    case 'integer':
    case 'number':
      return fc.oneof(
        fc.integer({ min: Math.max(schema.minimum ?? 0, -1e9), max: Math.min(schema.maximum ?? 1e6, 1e9) }),
      );
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return textsOf(schema, name, pool);
  }
}

function objectsOf({ properties = {}, required = [], additionalProperties }: JsonSchema, pool: IdPool) {
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, field]) => [name, valuesOf(field, name, pool)]),
  );
  if (Object.keys(fields).length > 0) return fc.record(fields, { requiredKeys: required });
  const values = typeof additionalProperties === 'object' ? valuesOf(additionalProperties, '', pool) : fc.jsonValue();
  return fc.dictionary(fc.oneof(fc.constantFrom('USD', 'JPY', 'EUR', 'key'), oddText), values, { maxKeys: 3 });
}

function textsOf(
  { format, description, examples, minLength = 0, maxLength = 40 }: JsonSchema,
  name: string,
  pool: IdPool,
) {
  if (/id$/i.test(name) || /_xxx|UUID/.test(description ?? '') || format === 'uuid')
    return idsNamed(placeholderOf(name, description), pool);
  const texts = fc.string({ unit: 'grapheme', minLength, maxLength: Math.max(Math.min(maxLength, 60), minLength) });
  if (format === 'email')
    return fc.oneof(
      fc.uuid().map((id) => `${id}@example.com`),
      fc.emailAddress(),
    );
  if (format === 'uri')
    return fc.oneof(
      fc.constant('https://example.com/x'),
      fc.webUrl({ withQueryParameters: true, withFragments: true }),
    );
  if (/At$|^from$|^to$|date/i.test(name))
    return fc.oneof(
      fc.date({ noInvalidDate: true }).map((at) => at.toISOString()),
      texts,
    );
  if (/amount/i.test(name)) return fc.oneof(fc.constantFrom('10.00', '0.01', '10'), texts);
  return examples?.length ? fc.oneof(fc.constantFrom(...(examples as string[])), texts) : texts;
}

/** The placeholder that examples use for the field: `storeId`, `groupId`. */
function placeholderOf(name: string, description = ''): string {
  const prefix = /`([A-Z]+)_xxx`/.exec(description)?.[1];
  const known: Readonly<Record<string, string>> = {
    STO: 'storeId',
    PROD: 'productId',
    ORD: 'orderId',
    PAY: 'paymentId',
    MER: 'merchantId',
  };
  return known[prefix ?? ''] ?? name;
}

interface Change {
  readonly kind: 'replace' | 'remove' | 'add' | 'wrap' | 'swap';
  /** Which of the body's values to change, modulo their number. */
  readonly index: number;
  readonly value: unknown;
  readonly key: string;
}

const changes: fc.Arbitrary<Change> = fc.record({
  kind: fc.constantFrom('replace', 'replace', 'replace', 'remove', 'add', 'wrap', 'swap'),
  index: fc.nat(40),
  value: oddValue,
  key: oddText,
});

/** A plausible body, unchanged or with one invalid change. */
export const bodiesFor = (action: Action, pool: IdPool): fc.Arbitrary<unknown> =>
  fc
    .tuple(likelyBodies(action, pool), fc.oneof(fc.constant([]), fc.array(changes, { minLength: 1, maxLength: 2 })))
    .map(([body, applied]) => applied.reduce(changed, body));

type Container = Record<string, unknown> | unknown[];

/** Returns a copy of the body with one change. */
function changed(body: unknown, { kind, index, value, key }: Change): unknown {
  const copy = structuredClone(body);
  const slots: [Container, string][] = [];
  const queue: unknown[] = [copy];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    if (typeof next !== 'object' || next === null || slots.length > 200) continue;
    for (const name of Object.keys(next)) {
      slots.push([next as Container, name]);
      const inner: unknown = (next as Record<string, unknown>)[name];
      if (inner !== undefined && inner !== null) queue.push(inner);
    }
  }
  const found = slots[index % Math.max(slots.length, 1)];
  if (!found) return kind === 'replace' ? value : copy;
  const [parent, name] = found as [Record<string, unknown>, string];
  if (kind === 'remove') delete parent[name];
  else if (kind === 'wrap') set(parent, name, [parent[name]]);
  else if (kind === 'add') set(parent, Array.isArray(parent) ? String(parent.length) : key, value);
  else if (kind === 'swap') {
    const other = slots[(index * 7 + 1) % slots.length] ?? found;
    const moved = parent[name];
    set(parent, name, structuredClone((other[0] as Record<string, unknown>)[other[1]]));
    if (!isInside(moved, other[0])) set(other[0] as Record<string, unknown>, other[1], moved);
  } else set(parent, name, value);
  return copy;
}

/** Sets an own property, even for the name `__proto__`. */
const set = (parent: object, name: string, value: unknown) =>
  Object.defineProperty(parent, name, { value, enumerable: true, configurable: true, writable: true });

/** Whether a value contains a container. Inserting it there would create a cycle. */
const isInside = (value: unknown, container: object): boolean =>
  value === container ||
  (typeof value === 'object' && value !== null && Object.values(value).some((inner) => isInside(inner, container)));

/** The bytes of a body: mostly JSON, sometimes damaged JSON, sometimes no JSON. */
export const bytesOf = (bodies: fc.Arbitrary<unknown>): fc.Arbitrary<Buffer> => {
  const texts = bodies.map((body) => JSON.stringify(body) ?? '');
  const sent: fc.Arbitrary<Buffer> = fc.oneof(
    { arbitrary: texts.map((text) => Buffer.from(text)), weight: 40 },
    // Truncated, possibly within a character.
    fc.tuple(texts, fc.nat(400)).map(([text, end]) => Buffer.from(text).subarray(0, end)),
    // Duplicate keys. The last one counts.
    fc.tuple(texts, texts).map(([first, second]) => Buffer.from(`${first.slice(0, -1)},${second.slice(1)}`)),
    // Numbers that are valid JSON and exceed every number type.
    texts.map((text) => Buffer.from(text.replaceAll(/:"?[\d.]+"?/g, ':1e999'))),
    // Nested deeper than any call stack.
    texts.map((text) => Buffer.from(text.replace(/:/, `:${'['.repeat(50_000)}1${']'.repeat(50_000)},"x":`))),
    texts.map((text) => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(text)])),
    texts.map((text) => Buffer.from(text, 'utf16le')),
    texts.map((text) =>
      Buffer.from(
        text.replace(/"([^"]*)"/, (_, inner: string) => `"${inner}\u00ff"`),
        'latin1',
      ),
    ),
    oddValue.map((value) => Buffer.from(JSON.stringify(value) ?? '')),
    fc.tuple(oddText, oddNumber).map(([text, number]) => Buffer.from(`${text}=${number}&${text}`)),
    fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  );
  return sent.map(readable);
};

/** Makes a failed test show the bytes as text. */
const readable = (bytes: Buffer): Buffer =>
  Object.assign(bytes, { [fc.toStringMethod]: () => JSON.stringify(bytes.toString().slice(0, 3000)) });
