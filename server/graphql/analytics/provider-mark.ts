/** Marks figures that include sandbox payments in prod. */
import type { ObjectRef } from '@pothos/core';
import { readPlayProvider } from '#server/stores/data/real-payments.ts';
import { builder, type SchemaTypes } from '../builder.ts';
import type { Analysis } from './analysis.ts';

/** Adds the field `provider` to an analysis. */
export function markProvider<Row>(
  object: ObjectRef<SchemaTypes, Row>,
  analysisOf: (row: Row) => Pick<Analysis | Analysis<string>, 'read'>,
): void {
  builder.objectField(object, 'provider', (t) =>
    t.string({
      nullable: true,
      description:
        '`sandbox` if the figures include sandbox payments in prod, in which no money moved; otherwise null. Always null in test.',
      resolve: (row) => analysisOf(row).read(readPlayProvider),
    }),
  );
}
