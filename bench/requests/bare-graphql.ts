/**
 * graphql-js by itself, over the service's own types: plain resolvers that send the statements which the service sends for
 * the field, and give what it answered.
 */
import { buildSchema, type GraphQLSchema, graphql } from 'graphql';
import type { PlannedStatement, Step } from './plan.ts';

export interface GraphqlPlan {
  readonly schema: string;
  /** Which field a statement is for, by a table that it reads and no earlier one of these does; '' is whoever asks. */
  readonly tables: readonly (readonly [table: string, field: string])[];
}

type Run = (planned: PlannedStatement) => PromiseLike<unknown>;
type Send = (field: string) => Promise<void>;
type Value = Readonly<Record<string, unknown>>;

/** Answers one request as the body of the answer. */
export type BareGraphql = (step: Step, request: { query: string; variables?: Value }, run: Run) => Promise<string>;

export function readGraphqlPlan({ schema, tables }: GraphqlPlan): BareGraphql {
  const built: GraphQLSchema = buildSchema(schema);
  const known = new WeakMap<Step, Map<string, PlannedStatement[]>>();
  return async (step, { query, variables = {} }, run) => {
    if (!known.has(step)) known.set(step, byField(step, tables));
    const statements = known.get(step) ?? new Map<string, PlannedStatement[]>();
    const send = async (field: string) => {
      for (const planned of statements.get(field) ?? []) await run(planned);
    };
    await send('');
    const { data } = JSON.parse(Buffer.from(step.answer.body, 'base64').toString()) as { data: Value };
    const rootValue = resolversOf(data, '', (field) => statements.has(field), send);
    const answered = await graphql({ schema: built, source: query, rootValue, variableValues: { ...variables } });
    if (answered.errors) throw new Error(answered.errors.map(({ message }) => message).join('; '));
    return JSON.stringify(answered);
  };
}

function byField({ units }: Step, tables: GraphqlPlan['tables']): Map<string, PlannedStatement[]> {
  return Map.groupBy(
    units.flatMap(({ statements }) => statements),
    ({ text }) => {
      const found = tables.find(([table]) => new RegExp(`(from|join) "${table}"`).test(text));
      if (!found) throw new Error(`It is not known which field that is for: ${text}`);
      return found[1];
    },
  );
}

/** What was answered, where a field for which something is read gives it only then. */
function resolversOf(value: unknown, path: string, isRead: (field: string) => boolean, send: Send): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => resolversOf(each, path, isRead, send));
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const field = path === '' ? name : `${path}.${name}`;
      const given = resolversOf(inner, field, isRead, send);
      const resolve = async () => {
        await send(field);
        return given;
      };
      return [name, isRead(field) ? resolve : given];
    }),
  );
}
