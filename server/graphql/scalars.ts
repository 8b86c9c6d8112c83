/** Scalars beyond GraphQL's own. */
import { GraphQLError, valueFromASTUntyped } from 'graphql';
import { z } from 'zod';
import { echo } from '#server/domain/errors.ts';
import { builder } from './builder.ts';

const isoMoment = z.union([z.iso.datetime({ offset: true }), z.iso.date()]);

/** Parses an ISO 8601 time; a bare date is its start in UTC. Undefined for anything else. */
export function parseMoment(text: unknown): Date | undefined {
  if (!isoMoment.safeParse(text).success) return undefined;
  const moment = new Date(text as string);
  // An offset can lead out of the four-digit years, where PostgreSQL's notation differs.
  const year = moment.getUTCFullYear();
  return year >= 1 && year <= 9999 ? moment : undefined;
}

function requireMoment(value: unknown): Date {
  const moment = parseMoment(value);
  if (!moment) throw new GraphQLError(`Expected an ISO 8601 date-time, got ${echo(value)}`);
  return moment;
}

builder.scalarType('DateTime', {
  description: 'A time in ISO 8601: `2026-01-31T09:30:00.000Z`. A bare date means its start in UTC.',
  serialize: (moment) => moment.toISOString(),
  parseValue: requireMoment,
  parseLiteral: (node) => requireMoment(valueFromASTUntyped(node)),
});

builder.scalarType('JSON', {
  description: 'Any JSON value, read-only.',
  serialize: (value) => value,
  parseValue: () => {
    throw new GraphQLError('JSON cannot be given as input');
  },
});
