/**
 * A process's connections, and the Drizzle database on them.
 */
import { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { PgDialect } from 'drizzle-orm/pg-core';
import type pg from 'pg';
import { startListening } from './listen.ts';
import { closePool, openPool, withConnection } from './pool.ts';
import { type OnStatement, PooledSession } from './session.ts';

/**
 * Opens a database: one pool for single statements and one for transactions, of `max` connections each, as a transaction
 * may wait for a single statement but never for other transactions. `query` sends a statement without Drizzle. `listen`
 * calls a function for each notification of a channel. `close` waits up to five seconds for work that is going on.
 */
export function openDatabase(
  url: string,
  { max, applicationName = 'counterfoil', readingFor, onStatement }: OpenOptions,
) {
  const open = () => openPool(url, { max, applicationName, readingFor });
  const [single, transactions] = [open(), open()];
  const db: NodePgDatabase = new NodePgDatabase(
    new PgDialect(),
    new PooledSession(single, transactions, onStatement),
    undefined,
  );
  return {
    db,
    query: (statement: pg.QueryConfig) => withConnection(single, (send) => send(statement)),
    listen: (hearers: Readonly<Record<string, () => void>>) => startListening(url, applicationName, hearers),
    close: async () => {
      await Promise.all([closePool(single), closePool(transactions)]);
    },
  };
}

interface OpenOptions {
  readonly max: number;
  readonly applicationName?: string;
  /** Hears of every statement of Drizzle, for tests and measurements. */
  readonly onStatement?: OnStatement;
  /** Nothing can be written, and PostgreSQL cancels a statement that takes longer. */
  readonly readingFor?: { readonly statementTimeoutMs: number };
}

export type OpenDatabase = ReturnType<typeof openDatabase>;
export type Database = OpenDatabase['db'];
/** A database or a transaction on it: what every query takes as its first argument. */
export type Tx = Database | Parameters<Parameters<Database['transaction']>[0]>[0];

/** What a process has to know to find its database. */
interface Whereabouts {
  readonly databaseUrl: string | undefined;
  readonly databasePool: number;
}

/** The same of what it reads from. */
interface ReadWhereabouts extends Whereabouts {
  /** A copy that follows the database; undefined: the database itself. */
  readonly replicaUrl: string | undefined;
  readonly readPool: number;
  readonly readTimeoutMs: number;
}

const kept = globalThis as typeof globalThis & { counterfoilDatabase?: OpenDatabase; counterfoilReader?: OpenDatabase };

/**
 * This process's database. On `globalThis`, so that the server and Next's bundle share one pool. To close it closes what
 * `reader` opened, too.
 */
export function database(settings: Whereabouts): OpenDatabase {
  if (!kept.counterfoilDatabase) {
    const opened = openDatabase(urlOf(settings), { max: settings.databasePool });
    const close = async () => {
      await Promise.all([opened.close(), kept.counterfoilReader?.close()]);
    };
    kept.counterfoilDatabase = { ...opened, close };
  }
  return kept.counterfoilDatabase;
}

/**
 * What this process reads lists, exports, figures and GraphQL from: connections of its own, so that however long anybody's
 * search takes, writes find theirs free. What it shows may be a moment old where it is a replica: whatever a write is
 * decided by, whoever asks is known by, or that shows what was just written, is read from the database itself.
 */
export function reader(settings: ReadWhereabouts): OpenDatabase {
  kept.counterfoilReader ??= openDatabase(settings.replicaUrl ?? urlOf(settings), {
    max: settings.readPool,
    applicationName: 'counterfoil-reader',
    readingFor: { statementTimeoutMs: settings.readTimeoutMs },
  });
  return kept.counterfoilReader;
}

function urlOf({ databaseUrl }: Whereabouts): string {
  if (!databaseUrl) throw new Error('DATABASE_URL is not set: start with `npm start`, or give one');
  return databaseUrl;
}
