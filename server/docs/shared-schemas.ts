/** Objects that several endpoints answer with, so that the reference describes each once and under a name. */
import type { Endpoint } from './endpoints.ts';
import type { JsonSchema } from './json-schema.ts';

interface Found {
  readonly field: string;
  readonly resource: string;
  readonly schema: JsonSchema;
}

/** The objects by their schema as text: under `Store`, or `OnetimeProduct` where another resource has a `product` too. */
export function sharedSchemas(endpoints: readonly Endpoint[]): Map<string, { name: string; schema: JsonSchema }> {
  const found = new Map<string, Found>();
  for (const { resource, response } of endpoints) {
    for (const [field, schema] of Object.entries(response.properties ?? {})) {
      const text = JSON.stringify(schema);
      if (schema.properties && !found.has(text)) found.set(text, { field, resource, schema });
    }
  }
  const fields = [...found.values()].map(({ field }) => field);
  const isOnly = (field: string) => fields.filter((one) => one === field).length === 1;
  return new Map(
    [...found].map(([text, { field, resource, schema }]) => [
      text,
      { name: pascalCase(isOnly(field) ? field : resource), schema },
    ]),
  );
}

const pascalCase = (name: string): string => name.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
