/** Describes a field's JSON Schema in words. */
import type { JsonSchema } from '#server/docs/json-schema.ts';

const formats: Readonly<Record<string, string>> = {
  uri: 'URL',
  email: 'email address',
  uuid: 'UUID',
  'date-time': 'ISO 8601 date-time',
};

/** The type, such as `string or null`, `list of objects` or `map of objects`. */
export function typeOf(schema: JsonSchema): string {
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeOf))].join(' or ');
  const types = [schema.type ?? (schema.enum ? 'string' : 'any')].flat();
  return types.map((type) => typeName(type, schema)).join(' or ');
}

function typeName(type: string, schema: JsonSchema): string {
  if (type === 'array') return schema.items?.type ? `list of ${plural(typeOf(schema.items))}` : 'list';
  if (type === 'object') {
    const { additionalProperties: values } = schema;
    return typeof values === 'object' ? `map of ${plural(typeOf(values))}` : 'object';
  }
  return type === 'string' && schema.format ? (formats[schema.format] ?? type) : type;
}

const plural = (word: string): string => (word.endsWith('s') ? word : `${word}s`);

/** The value's limits and default, each as a short phrase. */
export function limitsOf(schema: JsonSchema): string[] {
  return [
    between(schema.minLength, schema.maxLength, 'characters'),
    between(schema.minimum, schema.maximum, ''),
    between(schema.minItems, schema.maxItems, 'entries'),
    between(schema.minProperties, schema.maxProperties, 'entries'),
    defaultOf(schema.default),
  ].filter((text) => text !== '');
}

function between(min: number | undefined, max: number | undefined, unit: '' | 'characters' | 'entries'): string {
  if (min === undefined && max === undefined) return '';
  const [from, to] = [min?.toLocaleString('en'), max?.toLocaleString('en')];
  const bounds =
    from === to
      ? `exactly ${to}`
      : from === undefined
        ? `at most ${to}`
        : to === undefined
          ? `at least ${from}`
          : `${from} to ${to}`;
  if (unit === '') return bounds;
  return `${bounds} ${(max ?? min) === 1 ? (unit === 'entries' ? 'entry' : 'character') : unit}`;
}

function defaultOf(value: unknown): string {
  if (value === undefined || value === null || value === '') return '';
  if (typeof value === 'object') return '';
  return `default ${String(value)}`;
}

/** The allowed values of a field or of a list's items. */
export const valuesOf = (schema: JsonSchema): readonly unknown[] | undefined => schema.enum ?? schema.items?.enum;

/** The schema of nested fields: an object's, a list item's or a map value's. */
export function partsOf(schema: JsonSchema): { schema: JsonSchema; of: string } | undefined {
  if (schema.properties) return { schema, of: '' };
  if (schema.items && partsOf(schema.items)) return { schema: schema.items, of: 'of each entry' };
  if (typeof schema.additionalProperties === 'object' && schema.additionalProperties.properties) {
    return { schema: schema.additionalProperties, of: 'of each value' };
  }
  const branch = schema.anyOf?.find((option) => partsOf(option));
  return branch && partsOf(branch);
}
