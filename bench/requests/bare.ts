/**
 * The ceilings: `node:http` and nothing of the service's. `echo` sends what the service answered; `same-sql` checks the
 * same signature before that, and sends the same statements on as many connections; for GraphQL it is graphql-js whose
 * resolvers send them.
 */
import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import postgres, { type Sql } from 'postgres';
import { answerAsked } from '../children.ts';
import { type BareGraphql, type GraphqlPlan, readGraphqlPlan } from './bare-graphql.ts';
import { journeyHeader } from './journey.ts';
import { fill, type PlannedStatement, type Step } from './plan.ts';

export type BarePlan = {
  readonly kind: 'echo' | 'same-sql';
  readonly steps: readonly Step[];
  readonly url: string;
  readonly pool: number;
  /** Whose key signs the requests, in PEM; undefined: they are not signed. */
  readonly publicKey: string | undefined;
  readonly graphql?: GraphqlPlan | undefined;
};

answerAsked(async (plan: BarePlan) => {
  const pools = { sql: openPool(plan), transactions: openPool(plan) };
  const key = plan.publicKey === undefined ? undefined : createPublicKey(plan.publicKey);
  const graphql = plan.graphql && readGraphqlPlan(plan.graphql);
  const bytes = plan.steps.map((step) => Buffer.from(step.answer.body, 'base64'));
  const around: Around = { plan, bytes, pools, key, graphql, journeys: new Map() };
  const server = createServer((request, response) => {
    answer(request, response, around).catch((error: unknown) => {
      const body = String(error);
      response.writeHead(500, { 'Content-Length': Buffer.byteLength(body) }).end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { port: (server.address() as AddressInfo).port };
});

interface Around {
  readonly plan: BarePlan;
  /** What the service answered, by step. */
  readonly bytes: readonly Buffer[];
  readonly pools: Pools;
  readonly key: KeyObject | undefined;
  readonly graphql: BareGraphql | undefined;
  /** The ids that each journey under way has made. */
  readonly journeys: Map<string, string[]>;
}

/** Two, as the service has them, for the same reason: a BEGIN has to find a connection with nothing on it. */
interface Pools {
  readonly sql: Sql;
  readonly transactions: Sql;
}

/** As one of the service's own, with parameters as PostgreSQL wrote them down. */
function openPool({ url, pool }: BarePlan): Sql {
  const asGiven = (value: unknown) => value;
  const sql = postgres(url, { max: pool, max_pipeline: 1, onnotice: () => {} } as object);
  for (const type of [16, 17, 114, 3802, 1082, 1114, 1184]) sql.options.serializers[type] = asGiven;
  return sql;
}

async function answer(request: IncomingMessage, response: ServerResponse, around: Around): Promise<void> {
  const { plan, key } = around;
  const [journey = '', place = ''] = String(request.headers[journeyHeader.toLowerCase()]).split('.');
  const step = plan.steps[Number(place)] as Step;
  const body = await readBody(request);
  const bytes = around.bytes[Number(place)] as Buffer;
  if (plan.kind === 'echo') return send(response, step.answer, bytes);
  if (key && request.headers['x-signature'] && !(await isSigned(request, body, key))) {
    return send(response, { status: 401, headers: {} }, Buffer.from('not signed'));
  }
  const read = body.length > 0 ? JSON.parse(body.toString()) : undefined;
  const ids = around.journeys.get(journey) ?? [];
  const run = (statements: Pick<Sql, 'unsafe'>, planned: PlannedStatement) =>
    statements.unsafe(planned.text, fill(planned.parameters, ids), { prepare: true }).values();
  if (around.graphql) {
    const answered = await around.graphql(step, read, (planned) => run(around.pools.sql, planned));
    return send(response, step.answer, Buffer.from(answered));
  }
  await sendStatements(step, around.pools, run);
  if (Number(place) + 1 < plan.steps.length) around.journeys.set(journey, ids);
  else around.journeys.delete(journey);
  send(response, step.answer, bytes);
}

async function sendStatements(
  { units }: Step,
  { sql, transactions }: Pools,
  run: (sql: Pick<Sql, 'unsafe'>, planned: PlannedStatement) => PromiseLike<unknown>,
): Promise<void> {
  for (const { begin, statements } of units) {
    if (begin === undefined) for (const planned of statements) await run(sql, planned);
    else
      await transactions.begin(begin, async (tx) => {
        for (const planned of statements) await run(tx, planned);
      });
  }
}

function send(
  response: ServerResponse,
  { status, headers }: Pick<Step['answer'], 'status' | 'headers'>,
  bytes: Buffer,
) {
  response.writeHead(status, { ...headers, 'Content-Length': bytes.byteLength }).end(bytes);
}

function readBody(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.once('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
    request.once('error', reject);
  });
}

function isSigned({ method, url, headers }: IncomingMessage, body: Buffer, key: KeyObject): Promise<boolean> {
  const digest = createHash('sha256').update(body).digest('base64');
  const text = Buffer.from(`${method}\n${url}\n${String(headers['x-timestamp'])}\n${digest}`);
  const signature = Buffer.from(String(headers['x-signature']), 'base64');
  return new Promise((resolve) => {
    verify('RSA-SHA256', text, key, signature, (error, valid) => resolve(!error && valid));
  });
}
