/** Converts the endpoints' zod schemas to JSON Schema (draft 2020-12) for the documentation. */
import { z } from 'zod';

/** The subset of JSON Schema that the endpoints use. */
export interface JsonSchema {
  /** The name of an object that several endpoints share, from `.meta({ schemaName })`. */
  id?: string;
  type?: string | string[];
  description?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: JsonSchema | boolean;
  propertyNames?: JsonSchema;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  default?: unknown;
  deprecated?: boolean;
  examples?: unknown[];
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  minProperties?: number;
  maxProperties?: number;
}

type Override = NonNullable<z.core.ToJSONSchemaParams['override']>;

/** The schema of a request body. */
export const requestSchemaOf = (schema: z.ZodObject): JsonSchema =>
  tidy(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', override: readable })) as JsonSchema;

/** The schema of a response's `data` or of a webhook's body. */
export const responseSchemaOf = (schema: z.ZodObject): JsonSchema =>
  tidy(z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any', override: readable })) as JsonSchema;

/**
 * Removes `$schema`, and renames `schemaName` to `id`. Zod's own `id` allows only one schema per name and call, and
 * would move it to another place.
 */
function tidy(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(tidy);
  if (typeof schema !== 'object' || schema === null) return schema;
  const parts = Object.entries(schema).flatMap(([name, part]) => {
    if (typeof part !== 'string') return [[name, tidy(part)]];
    return name === '$schema' ? [] : [[name === 'schemaName' ? 'id' : name, part]];
  });
  return Object.fromEntries(parts);
}

/** Removes details that do not help readers, and simplifies the rest. */
const readable: Override = ({ jsonSchema }) => {
  const schema = jsonSchema as Record<string, unknown>;
  if ('example' in schema) {
    schema.examples = [schema.example];
    delete schema.example;
  }
  delete schema.refusals;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  // Responses can gain fields, and unknown request fields are ignored.
  if (schema.additionalProperties === false) delete schema.additionalProperties;
  if (isEmpty(schema.additionalProperties)) delete schema.additionalProperties;
  if (isDeepEqual(schema.propertyNames, { type: 'string' })) delete schema.propertyNames;
  mergeNull(schema);
};

const isEmpty = (value: unknown): boolean => isDeepEqual(value, {});
const isDeepEqual = (a: unknown, b: object): boolean => JSON.stringify(a) === JSON.stringify(b);

/** `anyOf: [string, null]` becomes `type: [string, null]`. */
function mergeNull(schema: Record<string, unknown>): void {
  const branches = schema.anyOf as Record<string, unknown>[] | undefined;
  if (branches?.length !== 2 || branches[1]?.type !== 'null') return;
  const [branch] = branches;
  if (typeof branch?.type !== 'string') return;
  delete schema.anyOf;
  const own = { ...schema };
  Object.assign(schema, branch, own, { type: [branch.type, 'null'] });
  if (Array.isArray(schema.enum)) schema.enum = [...schema.enum, null];
}
