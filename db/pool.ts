/** Pools of connections to PostgreSQL, and borrowing from them. */
import pg from 'pg';
import { connectionTo, type FollowingClient } from './servers/following-client.ts';
import type { ServerRole } from './servers/server-group.ts';

const idleMs = 60_000;
const keepAliveMs = 60_000;
/** PostgreSQL uses memory for each statement that a connection has prepared, so connections are replaced in time. */
const maxLifetimeSeconds = 45 * 60;
/** The longest wait for a connection, idle or new. */
const connectTimeoutMs = 30_000;
/** Frees the locks of a client that has vanished inside a transaction. */
const idleInTransactionMs = 60_000;
/** Starting parallel workers takes tens of milliseconds. With the default of 1000, they are started for some hundred rows. */
const parallelSetupCost = 10_000;
/** How long running work may take when its pool closes. */
const closingMs = 5000;

export interface PoolOptions {
  readonly max: number;
  readonly applicationName: string;
  /** Default: `primary`. */
  readonly role?: ServerRole | undefined;
  /** Rejects writes and cancels statements that take longer. */
  readonly readingFor?: { readonly statementTimeoutMs: number } | undefined;
}

/** A pool that opens a connection if none is idle. Statements on one connection are pipelined. */
export function openPool(url: string, { max, applicationName, role, readingFor }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    ...connectionTo(url, role),
    max,
    pipeline: true,
    application_name: applicationName,
    // As startup options: behind a pooler, `set` would affect a connection that others use next.
    options: `-c TimeZone=UTC -c parallel_setup_cost=${parallelSetupCost}${readingFor ? ' -c default_transaction_read_only=on' : ''}`,
    idleTimeoutMillis: idleMs,
    maxLifetimeSeconds,
    connectionTimeoutMillis: connectTimeoutMs,
    idle_in_transaction_session_timeout: idleInTransactionMs,
    // A firewall drops a silent connection, and PostgreSQL's machine may vanish without notice.
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
    ...(readingFor && {
      statement_timeout: readingFor.statementTimeoutMs,
      // For a server that has stopped answering.
      query_timeout: readingFor.statementTimeoutMs + 5000,
    }),
  });
  // Without a listener, Node ends the process when a connection is lost. Its statements fail; the pool opens another.
  pool.on('error', () => {});
  return pool;
}

/**
 * Sends a statement. Rejects with PostgreSQL's error, or with an error whose `code` says how the connection was lost.
 */
export type Send = (statement: pg.QueryConfig, values?: unknown[]) => Promise<pg.QueryResult>;

/** Runs work on a connection of its own, which returns to the pool unless it is lost. */
export async function withConnection<Result>(pool: pg.Pool, work: (send: Send) => Promise<Result>): Promise<Result> {
  const client = (await pool.connect().catch((error: Error) => {
    throw described(error, 'CONNECT_TIMEOUT');
  })) as pg.PoolClient & FollowingClient;
  let isUsable = true;
  const send: Send = async (statement, values) => {
    client.expectAnswer();
    try {
      return await client.query(statement, values);
    } catch (error) {
      isUsable &&= staysUsable(error);
      if (isReadOnly(error)) client.leaveServer();
      throw described(error as Error, 'CONNECTION_CLOSED');
    } finally {
      client.receiveAnswer();
    }
  };
  try {
    return await work(send);
  } finally {
    client.release(!isUsable);
  }
}

/** Waits for running work up to a limit and accepts no more. */
export async function closePool(pool: pg.Pool): Promise<void> {
  const patience = Promise.withResolvers<void>();
  const timer = setTimeout(patience.resolve, closingMs);
  await Promise.race([pool.end(), patience.promise]);
  clearTimeout(timer);
}

/** pg names PostgreSQL's errors "error", which is useless in a log, and gives its own errors no code. */
function described(error: Error, code: string): Error {
  if (error instanceof pg.DatabaseError) Object.assign(error, { name: 'PostgresError' });
  return 'code' in error ? error : Object.assign(error, { code });
}

/** Whether a connection may be used again after this error. */
const staysUsable = (error: unknown): boolean =>
  error instanceof pg.DatabaseError &&
  !['FATAL', 'PANIC'].includes(error.severity ?? '') &&
  !isReadOnly(error) &&
  !(staleStatement.has(error.code ?? '') && staleRoutines.has(error.routine ?? ''));

/** The server became read-only (read_only_sql_transaction). Another server may be the primary now. */
const isReadOnly = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === '25006';

/**
 * PostgreSQL no longer has a prepared statement, or its table has changed. pg would send its name forever; a new
 * connection prepares it again.
 */
const staleStatement = new Set(['26000', '0A000']);
const staleRoutines = new Set(['FetchPreparedStatement', 'RevalidateCachedQuery']);
