/**
 * Answers GraphQL requests for the gateway: takes a body, returns a status and body. Documents run through Yoga's
 * pipeline. HTTP, authentication and the envelope are the gateway's, so that GraphQL answers like everything under
 * /v1/.
 */
import { type DocumentNode, type GraphQLError, getOperationAST, Kind } from 'graphql';
import type { Database } from '#db/client.ts';
import { ApiError, errors } from '#server/domain/errors.ts';
import type { Caller, Warning } from '#server/platform/action.ts';
import { readClock } from '#server/platform/clock.ts';
import { log } from '#server/platform/log.ts';
import { createContext, type GraphqlContext } from './context.ts';
import { requireAffordable } from './cost.ts';
import {
  findQuery,
  type PersistedQuery,
  PersistedQueryNotFound,
  readPersistedQuery,
  requireDigest,
  storeQuery,
} from './persisted-queries.ts';
import { startReading } from './reading.ts';
import { type Refusal, refusalOf } from './refusal.ts';
import { yoga } from './yoga.ts';

export interface GraphqlAnswer {
  readonly status: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

interface Result {
  readonly data?: Readonly<Record<string, unknown>> | null;
  readonly errors?: readonly unknown[];
}

interface GraphqlRequest {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly operationName: string | undefined;
  /** The digest for persisting the query, if one was sent. */
  readonly persisted: PersistedQuery | undefined;
}

/** Long enough for a thousand tokens. Longer texts would only fill the cache. */
const maxQueryLength = 20_000;
/** The maximum duration of all reads of a query. */
const defaultMaxMs = 20_000;

/**
 * Answers `{query, variables?, operationName?, extensions?}` with what the caller may see. Never throws: refusals are
 * part of the answer, and an unexpected error becomes a 500 without details and is logged. `db` is only read from.
 * `warnings` are added to an answer with data.
 */
export async function answerGraphql(
  db: Database,
  caller: Caller,
  body: Readonly<Record<string, unknown>>,
  {
    requestId,
    warnings = [],
    maxMs = defaultMaxMs,
    now = readClock(),
  }: { requestId?: string; warnings?: readonly Warning[]; maxMs?: number; now?: Date } = {},
): Promise<GraphqlAnswer> {
  const { read, end } = startReading(db, caller, maxMs);
  try {
    return present(await run(createContext(read, caller, now), readRequest(body)), requestId, warnings);
  } catch (error) {
    if (error instanceof PersistedQueryNotFound) return requestFullQuery(error);
    return present({ errors: [error] }, requestId);
  } finally {
    end();
  }
}

/** Not a failure but the protocol's request for the text. Status 200, since some clients read no other answer. */
function requestFullQuery({ entries: [entry] }: PersistedQueryNotFound): GraphqlAnswer {
  const error = { ...entry, extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' } };
  return { status: 200, headers: {}, body: JSON.stringify({ data: null, errors: [error] }) };
}

function readRequest({ query, extensions, ...more }: Readonly<Record<string, unknown>>): GraphqlRequest {
  const { variables, operationName } = more;
  const persisted = readPersistedQuery(extensions);
  const text = isAbsent(query) && persisted ? findQuery(persisted) : readText(query);
  if (!isAbsent(query) && persisted) requireDigest(persisted, text);
  if (!isAbsent(variables) && (typeof variables !== 'object' || Array.isArray(variables))) {
    throw new ApiError(400, 'Invalid variables: must be an object', 'graphql');
  }
  if (!isAbsent(operationName) && typeof operationName !== 'string') {
    throw new ApiError(400, 'Invalid operationName: must be a string', 'graphql');
  }
  return { query: text, variables: { ...variables }, operationName: operationName || undefined, persisted };
}

function readText(query: unknown): string {
  if (typeof query !== 'string' || query.trim() === '') throw errors.missingField('query', 'graphql');
  if (query.length > maxQueryLength) {
    throw new ApiError(400, `Invalid query: must have at most ${maxQueryLength} characters`, 'graphql');
  }
  return query;
}

const isAbsent = (value: unknown): value is null | undefined => value === null || value === undefined;

async function run(context: GraphqlContext, request: GraphqlRequest): Promise<Result> {
  const { query, variables, operationName, persisted } = request;
  const { schema, parse, validate, contextFactory, execute } = yoga.getEnveloped(context);
  const document: DocumentNode = parse(query);
  refuseWrites(document);
  const found: readonly GraphQLError[] = validate(schema, document);
  const problems = found.filter(({ message }) => !isIdAsText(message));
  if (problems.length > 0) return { errors: problems };
  requireOperation(document, operationName);
  requireAffordable(schema, document, operationName, variables, context.isMerchant);
  // Refused queries are not cached, since they would displace others.
  if (persisted) storeQuery(persisted, query);
  const contextValue = await contextFactory();
  return await execute({ schema, document, contextValue, variableValues: variables, operationName });
}

const typeMismatch =
  /^Variable "\$\w+" of type "(\[?)(?:ID|String)(!?)(\]?!?)" used in position expecting type "(\[?)(?:ID|String)(!?)(\]?!?)"\.$/;

/** Ids are strings: callers may declare a variable as `ID` or `String`, with the same nullability. */
function isIdAsText(problem: string): boolean {
  const [, list, item = '', whole = '', wantedList, wantedItem = '', wantedWhole = ''] =
    typeMismatch.exec(problem) ?? [];
  return list !== undefined && list === wantedList && item.startsWith(wantedItem) && whole.startsWith(wantedWhole);
}

/** Throws 400 unless the operation is named or the document has only one. */
function requireOperation(document: DocumentNode, operationName: string | undefined): void {
  if (getOperationAST(document, operationName)) return;
  const message =
    operationName === undefined ? 'Missing required field: operationName' : 'Unknown operation in operationName';
  throw new ApiError(400, message, 'graphql');
}

/** Checks the whole document, including operations that are not executed. */
function refuseWrites({ definitions }: DocumentNode): void {
  for (const definition of definitions) {
    if (definition.kind === Kind.OPERATION_DEFINITION && definition.operation !== 'query') {
      throw new ApiError(403, 'Only queries are allowed', 'graphql');
    }
  }
}

function present(
  { data, errors: problems = [] }: Result,
  requestId: string | undefined,
  warnings: readonly Warning[] = [],
): GraphqlAnswer {
  const remarks = warnings.length > 0 ? { warnings } : {};
  if (problems.length === 0) return { status: 200, headers: {}, body: JSON.stringify({ data, ...remarks }) };
  const refusals = problems.map(refusalOf);
  for (const refusal of refusals) note(refusal, requestId);
  const entries = refusals.flatMap((refusal) => refusal.entries);
  // If errors left no data, the first error determines the status.
  const left = data && Object.values(data).some((value) => value !== null) ? data : null;
  const [first] = left ? [] : refusals;
  return {
    status: first?.status ?? 200,
    headers: first?.headers ?? {},
    body: JSON.stringify({ data: left, errors: entries, ...(left && remarks) }),
  };
}

/** Logs an unexpected error by type and stack, without its message, which may contain a buyer's data. */
function note({ unforeseen, entries }: Refusal, requestId: string | undefined): void {
  if (unforeseen === undefined) return;
  const error = unforeseen instanceof Error ? unforeseen : new Error(typeof unforeseen);
  const cause = error.cause instanceof Error ? error.cause : error;
  const stack = error.stack
    ?.split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');
  const code = 'code' in cause ? cause.code : undefined;
  log().error({ requestId, error: cause.name, code, path: entries[0]?.path, stack }, 'graphql request failed');
}
