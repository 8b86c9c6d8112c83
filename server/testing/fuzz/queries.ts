/** GraphQL queries over a whole schema: any field, any argument, valid and invalid values. */
import fc from 'fast-check';
import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  parseValue,
  valueFromASTUntyped,
} from 'graphql';
import type { IdPool, Ids } from './bodies.ts';
import { oddNumber, oddText } from './odd-values.ts';

export interface GeneratedQuery {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** Random decisions from a list of numbers. An exhausted list returns 0, the shortest choice. */
class Choices {
  #position = 0;
  readonly #numbers: readonly number[];
  readonly #texts: readonly string[];
  readonly #amounts: readonly number[];

  constructor(numbers: readonly number[], texts: readonly string[], amounts: readonly number[]) {
    this.#numbers = numbers;
    this.#texts = texts;
    this.#amounts = amounts;
  }

  /** Returns a number below the limit. */
  below(limit: number): number {
    const number = this.#numbers[this.#position] ?? 0;
    this.#position += 1;
    return number % limit;
  }

  /** True once in `times` calls on average. */
  oneIn(times: number): boolean {
    return this.below(times) === times - 1;
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)] as Item;
  }

  text = (): string => this.pick(this.#texts);
  amount = (): number => this.pick(this.#amounts);
}

/** Queries with IDs of the pool. */
export const queriesOf = (schema: GraphQLSchema, pool: IdPool): fc.Arbitrary<GeneratedQuery> =>
  fc
    .tuple(
      fc.array(fc.nat(9999), { minLength: 60, maxLength: 400, size: 'max' }),
      fc.noShrink(fc.array(oddText, { minLength: 6, maxLength: 12, size: 'max' })),
      fc.noShrink(fc.array(oddNumber, { minLength: 4, maxLength: 8, size: 'max' })),
    )
    .map(([numbers, texts, amounts]) => new Writer(schema, pool, new Choices(numbers, texts, amounts)).write());

const maxDepth = 5;
const maxFields = 4;
/** The server refuses queries with more aliases before anything else. */
const maxAliases = 14;

class Writer {
  readonly #variables = new Map<string, { type: string; value: unknown }>();
  readonly #fragments: string[] = [];
  #aliases = 0;
  readonly #schema: GraphQLSchema;
  readonly #ids: readonly string[];
  readonly #pool: IdPool;
  readonly #choose: Choices;

  constructor(schema: GraphQLSchema, pool: IdPool, choose: Choices) {
    this.#schema = schema;
    this.#pool = pool;
    this.#choose = choose;
    this.#ids = [...Object.values(pool.own), ...Object.values(pool.foreign)].flat();
  }

  write(): GeneratedQuery {
    const root = this.#schema.getQueryType();
    if (!root) throw new Error('The schema has no queries');
    const selection = this.#selectionOf(root, 0);
    const declared = [...this.#variables].map(([name, { type }]) => `$${name}: ${type}`).join(', ');
    const variables = Object.fromEntries([...this.#variables].map(([name, { value }]) => [name, value]));
    return {
      query: `query Asked${declared && `(${declared})`} ${selection}\n${this.#fragments.join('\n')}`,
      variables,
    };
  }

  #selectionOf(type: GraphQLObjectType, depth: number): string {
    const fields = Object.values(type.getFields());
    const leaves = fields.filter((field) => isLeafType(getNamedType(field.type)));
    const usable = depth >= maxDepth ? leaves : fields;
    const count = usable.length === 0 ? 0 : 1 + this.#choose.below(maxFields);
    const chosen = Array.from({ length: count }, () => this.#fieldOf(this.#choose.pick(usable), depth));
    const body = `{ __typename ${chosen.join(' ')} }`;
    if (this.#choose.oneIn(12)) return `{ ... on ${type.name} ${body} }`;
    if (!this.#choose.oneIn(12)) return body;
    const name = `F${this.#fragments.length}`;
    this.#fragments.push(`fragment ${name} on ${type.name} ${body}`);
    return `{ ...${name} ...${name} }`;
  }

  #fieldOf(field: GraphQLField<unknown, unknown>, depth: number): string {
    const alias = this.#aliases < maxAliases || this.#choose.oneIn(300) ? `a${this.#aliases}: ` : '';
    this.#aliases += 1;
    const args = field.args.flatMap((arg) => this.#argumentOf(arg, field.name));
    const type = getNamedType(field.type);
    const composite = isObjectType(type) || isInterfaceType(type);
    const selection = composite ? this.#selectionOf(type as GraphQLObjectType, depth + 1) : '';
    const directive = this.#choose.oneIn(15)
      ? this.#choose.pick(['@include(if: true)', '@skip(if: false)', '@skip(if: true)'])
      : '';
    return `${alias}${field.name}${args.length > 0 ? `(${args.join(', ')})` : ''} ${directive} ${selection}`;
  }

  #argumentOf(arg: GraphQLArgument, field: string): string[] {
    const isRequired = isNonNullType(arg.type) && arg.defaultValue === undefined;
    if (this.#choose.below(10) >= (isRequired ? 10 : 5)) return [];
    const literal = this.#literalOf(arg.type, `${field} ${arg.name}`, 0);
    if (this.#choose.below(3) > 0) return [`${arg.name}: ${literal}`];
    const name = `v${this.#variables.size}`;
    this.#variables.set(name, { type: String(arg.type), value: asVariable(literal) });
    return [`${arg.name}: $${name}`];
  }

  /** Returns a value as a GraphQL literal. */
  #literalOf(type: GraphQLInputType, name: string, depth: number): string {
    if (isNonNullType(type)) return this.#literalOf(type.ofType, name, depth);
    if (this.#choose.oneIn(80)) return this.#choose.pick(['null', '{}', '[]', '"x"', '1', 'true', 'NOPE']);
    if (isListType(type)) {
      const count = this.#choose.below(4);
      return `[${Array.from({ length: count }, () => this.#literalOf(type.ofType, name, depth + 1)).join(', ')}]`;
    }
    if (isEnumType(type)) return this.#choose.pick(type.getValues()).name;
    if (isInputObjectType(type)) {
      const fields = Object.values(type.getFields());
      const chosen = fields.filter((field) => isNonNullType(field.type) || (depth < 3 && this.#choose.below(3) === 0));
      return `{${chosen.map((field) => `${field.name}: ${this.#literalOf(field.type, `${name} ${field.name}`, depth + 1)}`).join(', ')}}`;
    }
    switch (getNamedType(type).name) {
      case 'Int':
      case 'Float':
        return this.#choose.oneIn(20) ? String(this.#choose.amount()) : String(1 + this.#choose.below(20));
      case 'Boolean':
        return this.#choose.pick(['true', 'false']);
      case 'DateTime':
        if (this.#choose.oneIn(25)) return JSON.stringify(this.#choose.text());
        return JSON.stringify(this.#choose.pick(/ (?:to|lte?)$/.test(name) ? later : earlier));
      default:
        return JSON.stringify(this.#textFor(name));
    }
  }

  /** `names` are the names of the field, its argument and the nested inputs, outermost first. */
  #textFor(names: string): string {
    if (this.#choose.oneIn(25)) return this.#choose.text();
    if (!/\b(?:id|\w+Id)\b/.test(names.replace(/ (?:eq|ne|in)$/, ''))) return this.#choose.pick(words);
    const { own, foreign } = this.#pool;
    const innermostFirst = names.split(' ').toReversed();
    const noun = idKinds.find(([pattern]) => innermostFirst.some((word) => pattern.test(word)));
    const last = innermostFirst.find((word) => word.endsWith('Id'));
    const kind = last && own[last] ? last : noun?.[1];
    const candidates = kind ? [...(own[kind] ?? []), ...(own[kind] ?? []), ...(foreign[kind] ?? [])] : [];
    return this.#choose.pick(candidates.length > 0 && !this.#choose.oneIn(20) ? candidates : this.#ids);
  }
}

/** The kind of ID that a field name suggests. */
const idKinds: readonly (readonly [RegExp, string])[] = [
  [/version/i, 'versionId'],
  [/ticket/i, 'ticketId'],
  [/refund/i, 'refundId'],
  [/payment/i, 'paymentId'],
  [/group/i, 'groupId'],
  [/webhookDeliver/i, 'deliveryId'],
  [/emailDeliver/i, 'emailDeliveryId'],
  [/webhook/i, 'webhookId'],
  [/product/i, 'productId'],
  [/order/i, 'orderId'],
  [/merchant/i, 'merchantId'],
  [/store/i, 'storeId'],
];

const earlier = [
  '2026-01-01',
  '2026-11-01T00:00:00Z',
  '2026-11-21T23:59:59.999+14:00',
  '1970-01-01',
  '0001-01-01T00:00:00Z',
];
const later = ['2026-12-01', '2027-06-30T23:59:59.999Z', '2026-11-30T00:00:00-12:00', '9999-12-31T23:59:59.999Z'];
const words = [
  'USD',
  'JPY',
  'DE',
  'active',
  'completed',
  'pending',
  'Handbook',
  'UTC',
  'Pacific/Apia',
  'Etc/GMT+12',
  '%',
  '_',
  '',
];

/** The same value as a variable. JSON can express values that GraphQL literals cannot. */
function asVariable(literal: string): unknown {
  try {
    return valueFromASTUntyped(parseValue(literal));
  } catch {
    return literal.startsWith('"') ? JSON.parse(literal) : literal;
  }
}

/** Each root field alone with its result, two levels deep, on all rows and on the victim's. */
export function plainQueries(schema: GraphQLSchema, { foreign }: IdPool): GeneratedQuery[] {
  const fields = Object.values(schema.getQueryType()?.getFields() ?? {});
  return fields.flatMap((field) => {
    const required = field.args.filter((arg) => isNonNullType(arg.type) && arg.defaultValue === undefined);
    const storeArgs = field.args.filter((arg) => arg.name === 'storeId');
    return [required, [...required, ...storeArgs.filter((arg) => !required.includes(arg))]].map((args) => {
      const values = args.map((arg) => `${arg.name}: ${plainValue(arg.type, `${field.name} ${arg.name}`, foreign)}`);
      const call = values.length > 0 ? `(${values.join(', ')})` : '';
      return { query: `{ ${field.name}${call} ${plainSelection(getNamedType(field.type), 2)} }`, variables: {} };
    });
  });
}

function plainSelection(type: unknown, levels: number): string {
  if (!isObjectType(type) && !isInterfaceType(type)) return '';
  const fields = Object.values(type.getFields()).filter(
    ({ args, type: fieldType }) =>
      (levels > 1 || isLeafType(getNamedType(fieldType))) && args.every((arg) => !isNonNullType(arg.type)),
  );
  const chosen = fields.map(
    ({ name, type: fieldType }) => `${name} ${plainSelection(getNamedType(fieldType), levels - 1)}`,
  );
  return `{ __typename ${chosen.join(' ')} }`;
}

function plainValue(type: GraphQLInputType, names: string, ids: Ids): string {
  if (isNonNullType(type)) return plainValue(type.ofType, names, ids);
  if (isListType(type)) return `[${plainValue(type.ofType, names, ids)}]`;
  if (isEnumType(type)) return type.getValues()[0]?.name ?? 'null';
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields()).filter((field) => isNonNullType(field.type));
    return `{${fields.map((field) => `${field.name}: ${plainValue(field.type, `${names} ${field.name}`, ids)}`).join(', ')}}`;
  }
  switch (getNamedType(type).name) {
    case 'Int':
    case 'Float':
      return '10';
    case 'Boolean':
      return 'true';
    case 'DateTime':
      return names.endsWith(' to') ? '"2027-06-01"' : '"2026-01-01"';
    default: {
      const noun = names.endsWith(' storeId') ? 'storeId' : idKinds.find(([pattern]) => pattern.test(names))?.[1];
      return JSON.stringify(/\b(?:id|\w+Id)$/.test(names) ? (ids[noun ?? '']?.at(-1) ?? '') : 'USD');
    }
  }
}
