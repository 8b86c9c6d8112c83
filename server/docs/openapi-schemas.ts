/** Moves the objects of JSON schemas to named components of the OpenAPI document. */
import { isDeepStrictEqual } from 'node:util';
import type { JsonSchema } from './json-schema.ts';

/** A schema of the document, in which named objects are references. */
export interface NamedSchema
  extends Omit<JsonSchema, 'id' | 'properties' | 'items' | 'anyOf' | 'additionalProperties'> {
  $ref?: string;
  properties?: Record<string, NamedSchema>;
  items?: NamedSchema;
  anyOf?: NamedSchema[];
  additionalProperties?: NamedSchema | boolean;
}

export const schemaReference = (name: string): NamedSchema => ({ $ref: `#/components/schemas/${name}` });

/** `update-store` and `refund.failed` become `UpdateStore` and `RefundFailed`. */
export const pascalCase = (text: string): string =>
  text.replace(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** Collects the named schemas of a document. */
export class SchemaNames {
  readonly #byName = new Map<string, NamedSchema>();

  /** Names an object and the objects inside it. Returns the reference to it. */
  add(name: string, schema: JsonSchema): NamedSchema {
    return this.named(schema, name);
  }

  /** The components, in alphabetical order. */
  all(): Record<string, NamedSchema> {
    return Object.fromEntries([...this.#byName].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  private named({ id, ...schema }: JsonSchema, path: string): NamedSchema {
    const name = id ?? path;
    if (!schema.properties) return this.withNamedParts(schema, name);
    // A description beside a reference is the field's. It can differ for each field of that type.
    const { description, type, ...object } = schema;
    const isNullable = Array.isArray(type) && type.includes('null');
    this.define(name, { type: 'object', ...(id ? {} : { description }), ...this.withNamedParts(object, name) });
    const reference = schemaReference(name);
    const field = isNullable ? { anyOf: [reference, { type: 'null' }] } : reference;
    return id && description ? { ...field, description } : field;
  }

  private withNamedParts(schema: JsonSchema, name: string): NamedSchema {
    const { properties, items, anyOf, additionalProperties, ...rest } = schema;
    const part = (of: JsonSchema, suffix: string) => this.named(of, `${name}${suffix}`);
    return {
      ...rest,
      ...(properties && {
        properties: Object.fromEntries(
          Object.entries(properties).map(([field, inner]) => [field, part(inner, pascalCase(field))]),
        ),
      }),
      ...(items && { items: part(items, 'Item') }),
      ...(anyOf && { anyOf: anyOf.map((branch, index) => part(branch, `Variant${index + 1}`)) }),
      ...(additionalProperties !== undefined && {
        additionalProperties:
          typeof additionalProperties === 'object' ? part(additionalProperties, 'Value') : additionalProperties,
      }),
    };
  }

  /** Adds a component unchanged. Returns the reference to it. */
  define(name: string, schema: NamedSchema): NamedSchema {
    const known = this.#byName.get(name);
    if (known && !isDeepStrictEqual(known, schema)) {
      throw new Error(`Two different schemas are named ${name}; give one of them another schemaName`);
    }
    this.#byName.set(name, schema);
    return schemaReference(name);
  }
}
