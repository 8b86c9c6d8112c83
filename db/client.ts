/** A process's connections, and the Drizzle database on them. */
import { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { PgDialect } from 'drizzle-orm/pg-core';
import type pg from 'pg';
import { startListening } from './listen.ts';
import { closePool, openPool, withConnection } from './pool.ts';
import type { Reader } from './reader.ts';
import type { ServerRole } from './servers/server-group.ts';
import { type OnStatement, PooledSession } from './session.ts';

/**
 * Opens a database: one pool for single statements and one for transactions, of `max` connections each, because a
 * transaction may wait for a single statement but never for other transactions. `query` sends a statement without
 * Drizzle. `listen` calls a function for each notification of a channel. `close` waits up to five seconds for running
 * work.
 */
export function openDatabase(
  url: string,
  { max, applicationName = 'counterfoil', role, readingFor, onStatement }: OpenOptions,
) {
  const open = () => openPool(url, { max, applicationName, role, readingFor });
  const [single, transactions] = [open(), open()];
  const db: NodePgDatabase = new NodePgDatabase(
    new PgDialect(),
    new PooledSession(single, transactions, onStatement),
    undefined,
  );
  return {
    db,
    query: (statement: pg.QueryConfig) => withConnection(single, (send) => send(statement)),
    listen: (listeners: Readonly<Record<string, (payload: string) => void>>) =>
      startListening(url, applicationName, listeners),
    close: async () => {
      await Promise.all([closePool(single), closePool(transactions)]);
    },
  };
}

interface OpenOptions {
  readonly max: number;
  readonly applicationName?: string;
  /** The server to connect to, if `url` names several. Default: `primary`. */
  readonly role?: ServerRole;
  /** Called for every statement of Drizzle, for tests and measurements. */
  readonly onStatement?: OnStatement;
  /** Rejects writes and cancels statements that take longer. */
  readonly readingFor?: { readonly statementTimeoutMs: number };
}

export type OpenDatabase = ReturnType<typeof openDatabase>;
export type Database = OpenDatabase['db'];
/** A database or a transaction on it, the first argument of every query. */
export type Tx = Database | Parameters<Parameters<Database['transaction']>[0]>[0];

/** The settings needed to find the database. */
interface DatabaseSettings {
  readonly databaseUrl: string | undefined;
  readonly databasePool: number;
}

const shared = globalThis as typeof globalThis & {
  counterfoilDatabase?: OpenDatabase;
  /** Set by server/platform/reader.ts. */
  counterfoilReader?: Reader;
};

/**
 * This process's database. On `globalThis`, so that the server and Next's bundle share one pool. Closing it also closes
 * the connections of `reader`.
 */
export function database(settings: DatabaseSettings): OpenDatabase {
  if (!shared.counterfoilDatabase) {
    const opened = openDatabase(urlOf(settings), { max: settings.databasePool });
    const close = async () => {
      await Promise.all([opened.close(), shared.counterfoilReader?.close()]);
    };
    shared.counterfoilDatabase = { ...opened, close };
  }
  return shared.counterfoilDatabase;
}

function urlOf({ databaseUrl }: DatabaseSettings): string {
  if (!databaseUrl) throw new Error('DATABASE_URL is not set: set it, or start with `npm start`');
  return databaseUrl;
}
