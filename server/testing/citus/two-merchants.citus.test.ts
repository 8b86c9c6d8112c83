/** A member of stores of two merchants reads both: statements that ask several nodes, which Citus has to support. */
import { createRequire } from 'node:module';
import { type GraphQLField, type GraphQLObjectType, getNamedType, isEnumType, isLeafType } from 'graphql';
import { beforeAll, expect, test } from 'vitest';
import { settlePayments } from '#server/billing/jobs/settle-payments.ts';
import { applyScheduledChanges } from '#server/billing/plan-changes/apply-scheduled-changes.ts';
import { db, newMember, newMerchant, newSession, pay, sql, type TestMerchant } from '../api.ts';
import { fillStore } from '../large-store/make.ts';

// Loaded by Node as in production: Vite would load a second, separate copy of graphql.
const require = createRequire(import.meta.url);
const { answerGraphql } = require('#server/graphql/answer.ts') as typeof import('#server/graphql/answer.ts');
const { schema } = require('#server/graphql/schema.ts') as typeof import('#server/graphql/schema.ts');

let owner: TestMerchant;
let member: TestMerchant;

beforeAll(async () => {
  owner = await newMerchant();
  member = await newMember(owner, 'admin');
  for (const { store } of [owner, member]) await fillStore(db, store, { orders: 60, now: new Date() });
});

async function ask(caller: TestMerchant, query: string) {
  const identity = { kind: 'apiKey', merchantId: caller.id, keyId: '', environment: 'test' } as const;
  const { body } = await answerGraphql(db, identity, { query });
  return JSON.parse(body);
}

const day = 24 * 3600 * 1000;
const [from, to] = [Date.now() - 60 * day, Date.now() + day].map((at) => new Date(at).toISOString());
/** Some arguments are only required together with others, or depend on the size of the store. */
const values: Readonly<Record<string, string>> = {
  currency: '"USD"',
  interval: 'DAY',
  limit: '1',
  range: `{ from: "${from}", to: "${to}" }`,
};

const metricsOf = (field: GraphQLField<unknown, unknown>): (string | undefined)[] => {
  const type = field.args.map((arg) => getNamedType(arg.type)).find((named) => named.name.endsWith('Metric'));
  return isEnumType(type) ? type.getValues().map(({ name }) => name) : [undefined];
};

function callOf({ name, args }: GraphQLField<unknown, unknown>, metric?: string): string {
  const given = args.flatMap((arg) => {
    const value = arg.name === 'metric' ? metric : values[arg.name];
    return value === undefined ? [] : [`${arg.name}: ${value}`];
  });
  return given.length === 0 ? name : `${name}(${given.join(', ')})`;
}

const hasRequired = ({ args }: GraphQLField<unknown, unknown>) =>
  args.some(({ type, defaultValue }) => String(type).endsWith('!') && defaultValue === undefined);
const isLeaf = ({ type }: GraphQLField<unknown, unknown>) => isLeafType(getNamedType(type));
const fieldsOf = (field: GraphQLField<unknown, unknown>) =>
  Object.values((getNamedType(field.type) as GraphQLObjectType).getFields()).filter((inner) => !hasRequired(inner));

/** A field with everything below it, to that depth. Undefined if nothing can be selected. */
function selectionOf(field: GraphQLField<unknown, unknown>, depth: number): string | undefined {
  if (isLeaf(field)) return callOf(field);
  if (depth === 0) return undefined;
  const inner = fieldsOf(field).flatMap((below) => selectionOf(below, depth - 1) ?? []);
  return inner.length === 0 ? undefined : `${callOf(field)} { ${inner.join(' ')} }`;
}

/** A query for each field of each query. */
const queries = Object.values(schema.getQueryType()?.getFields() ?? {}).flatMap((root) => {
  if (hasRequired(root) || isLeaf(root)) return hasRequired(root) ? [] : [`{ ${callOf(root)} }`];
  const inner = fieldsOf(root).flatMap((field) => selectionOf(field, 2) ?? []);
  const calls = metricsOf(root).map((metric) => callOf(root, metric));
  return calls.flatMap((call) => inner.map((selection) => `{ ${call} { ${selection} } }`));
});

test('every list, count and analysis can be read', async () => {
  const failures: Record<string, unknown> = {};
  for (const query of queries) {
    const { errors } = await ask(member, query);
    if (errors) failures[query] = errors[0].message;
  }
  expect(failures).toEqual({});
});

test('the worker settles payments of several merchants in one run', async () => {
  const sessions = [];
  for (const merchant of [owner, member]) {
    const { sessionId } = await newSession(merchant);
    // The bank answers later.
    expect(await pay(merchant, sessionId, { cardNumber: '4000009900004006' })).toMatchObject({ state: 'processing' });
    sessions.push(sessionId);
  }
  const later = new Date(Date.now() + 120_000);
  expect(await settlePayments(db, later)).toBeGreaterThanOrEqual(2);
  await applyScheduledChanges(db, later);
  const settled = await sql`select status from orders where checkout_session_id = any(${sessions})`;
  expect(settled.map(({ status }) => status)).toEqual(['completed', 'completed']);
});
