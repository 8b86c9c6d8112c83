/** A query for each analysis that the schema has: all that it tells without being asked more closely. */
import {
  type GraphQLField,
  type GraphQLInputType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import { schema } from '#server/graphql/schema.ts';

const analyses = [
  'orderStatistics',
  'paymentStatistics',
  'productStatistics',
  'trendAnalysis',
  'distributionAnalysis',
  'customerAnalysis',
  'taxAnalysis',
  'subscriptionAnalysis',
  'refundTicketAnalysis',
];

/** Fields below these would ask for the same once more, or for ever. */
const deepest = 4;
const day = 24 * 60 * 60 * 1000;

/** Those that there are, over the last ninety days in USD. */
export function analysisQueries(now: Date): { name: string; query: string }[] {
  const fields = schema.getQueryType()?.getFields() ?? {};
  return analyses.flatMap((name) => {
    const field = fields[name];
    return field ? [{ name, query: `{ ${askFor(field, now, 1)} }` }] : [];
  });
}

function askFor(field: GraphQLField<unknown, unknown>, now: Date, depth: number): string {
  const given = field.args
    .filter((argument) => isRequiredArgument(argument) || argument.name === 'currency')
    .map(({ name, type }) => `${name}: ${valueFor(name, type, now)}`);
  const call = given.length > 0 ? `${field.name}(${given.join(', ')})` : field.name;
  const type = getNamedType(field.type);
  if (isInterfaceType(type)) return `${call} { __typename }`;
  if (!isObjectType(type)) return call;
  const inner = Object.values(type.getFields())
    .filter((each) => each.name !== 'previous' && (depth < deepest || isLeafType(getNamedType(each.type))))
    .map((each) => askFor(each, now, depth + 1));
  return `${call} { ${inner.length > 0 ? inner.join(' ') : '__typename'} }`;
}

function valueFor(name: string, type: GraphQLInputType, now: Date): string {
  const plain = getNullableType(type);
  if (isEnumType(plain))
    return plain.getValues().find((value) => value.name === 'DAY')?.name ?? plain.getValues()[0]?.name ?? '';
  if (isInputObjectType(plain)) {
    const fields = Object.values(plain.getFields());
    return `{ ${fields.map((field) => `${field.name}: ${valueFor(field.name, field.type, now)}`).join(', ')} }`;
  }
  if (name === 'currency') return '"USD"';
  if (name === 'from') return JSON.stringify(new Date(now.getTime() - 90 * day));
  return JSON.stringify(now);
}
