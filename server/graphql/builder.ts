/** The builder of the code-first schema. */
import SchemaBuilder from '@pothos/core';
import type { GraphqlContext } from './context.ts';

export const builder = new SchemaBuilder<{
  Context: GraphqlContext;
  DefaultFieldNullability: false;
  Scalars: {
    ID: { Input: string; Output: string };
    DateTime: { Input: Date; Output: Date };
    JSON: { Input: never; Output: unknown };
  };
}>({ defaultFieldNullability: false });

builder.queryType({
  description: 'Read-only queries. Use actions to write.',
});
