/**
 * The ceilings: `node:http` without any code of the service. `echo` sends what the service answered. The others also verify
 * the signature: `one statement` sends one that selects a store and inserts a row; `same SQL` sends the same statements over as
 * many connections, and executes the GraphQL query with graphql-js.
 */
import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { buildSchema, type GraphQLSchema, graphql } from 'graphql';
import postgres, { type Sql } from 'postgres';
import { answerRequests, startChild } from '../children.ts';
import { journeyHeader } from './journey.ts';
import { planOf, type Recording, type Step } from './plan.ts';

export interface CeilingPlan {
  readonly kind: 'echo' | 'one statement' | 'same SQL';
  readonly recording: Recording;
  readonly databaseUrl: string;
  readonly poolSize: number;
  /** The key of the signatures, in PEM; undefined: the requests are not signed. */
  readonly publicKey: string | undefined;
  /** The schema of a GraphQL query. */
  readonly schema: string | undefined;
}

/** Starts a ceiling in its own process. */
export async function startCeiling(plan: CeilingPlan) {
  const child = startChild(new URL(import.meta.url));
  return { ...(await child.request<{ url: string }>(plan)), ...child };
}

if (process.send) {
  answerRequests(async (plan: CeilingPlan) => {
    const answer = createHandler(plan);
    const server = createServer((request, response) => {
      answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
  });
}

function createHandler(plan: CeilingPlan) {
  const steps = planOf(plan.recording);
  const bodies = steps.map(({ answer: { body } }) => Buffer.from(body, 'base64'));
  // As the service has them: a transaction does not wait for a single statement.
  const [single, transactions] = [openPool(plan), openPool(plan)];
  const key = plan.publicKey === undefined ? undefined : createPublicKey(plan.publicKey);
  const schema = plan.schema === undefined ? undefined : buildSchema(plan.schema);
  /** The ids that each unfinished journey has created, by the recorded ones. */
  const journeys = new Map<string, Map<string, string>>();
  const sendStatements = async ({ units }: Step, ids: Map<string, string>) => {
    for (const { begin, statements } of units) {
      const sendAll = async (sql: Pick<Sql, 'unsafe'>) => {
        for (const { text, parameters } of statements) {
          const values = parameters.map((parameter) => parameter(ids));
          await sql.unsafe(text, values, { prepare: true }).values();
        }
      };
      await (begin === undefined ? sendAll(single) : transactions.begin(begin, sendAll));
    }
  };
  return async (request: IncomingMessage, response: ServerResponse) => {
    const [journey = '', index = ''] = String(request.headers[journeyHeader.toLowerCase()] ?? '').split('.');
    const step = steps[Number(index)] as Step;
    const body = await buffer(request);
    let sent = bodies[Number(index)] as Buffer;
    const isVerified = plan.kind !== 'echo' && key && request.headers['x-signature'];
    if (isVerified && !(await isSigned(request, body, key))) throw new Error('not signed');
    if (plan.kind === 'one statement') await single.unsafe(selectAndInsert, [], { prepare: true });
    if (plan.kind === 'same SQL') {
      const content = body.length > 0 ? JSON.parse(body.toString()) : undefined;
      const ids = journeys.get(journey) ?? new Map<string, string>();
      await sendStatements(step, ids);
      if (schema) sent = await execute(schema, content, sent);
      if (Number(index) + 1 < steps.length) journeys.set(journey, ids);
      else journeys.delete(journey);
    }
    const { status, headers } = step.answer;
    response.writeHead(status, { ...headers, 'Content-Length': sent.byteLength }).end(sent);
  };
}

/** A table of the benchmark's own, in a schema of its own. */
const selectAndInsert =
  'insert into bench.rows (store_id, name) select id, name from stores order by id limit 1 returning id';

/** Parameters are sent as PostgreSQL logged them, whatever their type is. */
const textTypes = Object.fromEntries(
  [16, 17, 114, 3802, 1082, 1114, 1184].map((type) => [
    type,
    { to: type, from: [], serialize: (value: unknown) => value, parse: (value: unknown) => value },
  ]),
);

const openPool = ({ databaseUrl, poolSize: max }: CeilingPlan): Sql =>
  // `max_pipeline` is missing in the types of postgres.js, which slows down with pipelining. It knows a Unix socket by a host
  // with slashes.
  postgres(databaseUrl, {
    host: decodeURIComponent(new URL(databaseUrl).hostname),
    max,
    max_pipeline: 1,
    types: textTypes,
    onnotice: () => {},
  } as object);

/** Executes the query over what the service answered. */
async function execute(
  schema: GraphQLSchema,
  { query, variables = {} }: { query: string; variables?: object },
  recorded: Buffer,
): Promise<Buffer> {
  const rootValue = JSON.parse(recorded.toString()).data;
  const result = await graphql({ schema, source: query, rootValue, variableValues: { ...variables } });
  if (result.errors) throw new Error(result.errors.map(({ message }) => message).join('; '));
  return Buffer.from(JSON.stringify(result));
}

/** In a thread, as the service verifies. */
const verifyAsync = promisify<string, Buffer, KeyObject, Buffer, boolean>(verify);

function isSigned({ method, url, headers }: IncomingMessage, body: Buffer, key: KeyObject): Promise<boolean> {
  const digest = createHash('sha256').update(body).digest('base64');
  const text = Buffer.from(`${method}\n${url}\n${String(headers['x-timestamp'])}\n${digest}`);
  return verifyAsync('RSA-SHA256', text, key, Buffer.from(String(headers['x-signature']), 'base64'));
}
