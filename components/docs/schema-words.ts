/** A field's schema in words. */
import type { JsonSchema } from '#server/docs/json-schema.ts';

const formats: Readonly<Record<string, string>> = {
  uri: 'URL',
  email: 'email address',
  uuid: 'UUID',
  'date-time': 'ISO 8601 date-time',
};

/** `string or null`, `list of objects`, `map of objects`. */
export function typeOf(schema: JsonSchema): string {
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeOf))].join(' or ');
  const types = [schema.type ?? (schema.enum ? 'string' : 'any')].flat();
  return types.map((type) => wordFor(type, schema)).join(' or ');
}

function wordFor(type: string, schema: JsonSchema): string {
  if (type === 'array') return schema.items?.type ? `list of ${plural(typeOf(schema.items))}` : 'list';
  if (type === 'object') {
    const { additionalProperties: values } = schema;
    return typeof values === 'object' ? `map of ${plural(typeOf(values))}` : 'object';
  }
  return type === 'string' && schema.format ? (formats[schema.format] ?? type) : type;
}

const plural = (word: string): string => (word.endsWith('s') ? word : `${word}s`);

/** The bounds of a value, a few words each. */
export function limitsOf(schema: JsonSchema): string[] {
  return [
    between(schema.minLength, schema.maxLength, 'characters'),
    between(schema.minimum, schema.maximum, ''),
    between(schema.minItems, schema.maxItems, 'entries'),
    between(schema.minProperties, schema.maxProperties, 'entries'),
    defaultOf(schema.default),
  ].filter((text) => text !== '');
}

function between(least: number | undefined, most: number | undefined, unit: '' | 'characters' | 'entries'): string {
  if (least === undefined && most === undefined) return '';
  const [from, to] = [least?.toLocaleString('en'), most?.toLocaleString('en')];
  const bounds =
    from === to
      ? `exactly ${to}`
      : from === undefined
        ? `at most ${to}`
        : to === undefined
          ? `at least ${from}`
          : `${from} to ${to}`;
  if (unit === '') return bounds;
  return `${bounds} ${(most ?? least) === 1 ? (unit === 'entries' ? 'entry' : 'character') : unit}`;
}

function defaultOf(value: unknown): string {
  if (value === undefined || value === null || value === '') return '';
  if (typeof value === 'object') return '';
  return `default ${String(value)}`;
}

/** The values that a field, or each entry of a list, is one of. */
export const valuesOf = (schema: JsonSchema): readonly unknown[] | undefined => schema.enum ?? schema.items?.enum;

/** What is inside of an object, of a list's entries or of a map's values. */
export function partsOf(schema: JsonSchema): { schema: JsonSchema; of: string } | undefined {
  if (schema.properties) return { schema, of: '' };
  if (schema.items && partsOf(schema.items)) return { schema: schema.items, of: 'of each entry' };
  if (typeof schema.additionalProperties === 'object' && schema.additionalProperties.properties) {
    return { schema: schema.additionalProperties, of: 'of each value' };
  }
  const branch = schema.anyOf?.find((one) => partsOf(one));
  return branch && partsOf(branch);
}
