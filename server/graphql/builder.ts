/** The builder of the code-first schema. */
import SchemaBuilder from '@pothos/core';
import type { GraphqlContext } from './context.ts';

interface Options {
  Context: GraphqlContext;
  DefaultFieldNullability: false;
  Scalars: {
    ID: { Input: string; Output: string };
    DateTime: { Input: Date; Output: Date };
    JSON: { Input: never; Output: unknown };
  };
}

export type SchemaTypes = PothosSchemaTypes.ExtendDefaultTypes<Options>;

export const builder = new SchemaBuilder<Options>({ defaultFieldNullability: false });

builder.queryType({
  description: 'Read-only queries. Use actions to write.',
});
