/**
 * A process's connections, and the Drizzle database on them.
 */
import { drizzle } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import type { ClientOptions } from './connection.ts';
import { startListening } from './listen.ts';
import { Pool } from './pool.ts';
import { pooledClient } from './pooled-client.ts';
import { preparing } from './prepared-statements.ts';

/**
 * Opens a pool for single statements and one for transactions, of `max` connections each: whoever holds a transaction may
 * wait for a single statement, and must not wait for others who do the same. What only reads has one for look-ups, too. The idle timeout inside a transaction is the
 * lease that frees the locks of a client that vanished without a word. `onStatement` is told every statement that is sent,
 * for measurements. A connection that breaks fails what is being done by it, and nothing else: see `connection.ts`.
 *
 * `sql` is a client of its own, for what tests and commands ask in their own words.
 */
export function openDatabase(
  url: string,
  options: {
    max: number;
    applicationName?: string;
    onStatement?: (text: string) => void;
    /** Nothing can be written through it, and PostgreSQL gives up a statement that takes longer. */
    readingFor?: { statementTimeoutMs: number };
  },
) {
  const sql = openClient(url, options);
  const { max, readingFor } = options;
  const single = new Pool(sql.options, max);
  const lookUps = readingFor ? new Pool(plannedOnce(sql.options), max) : single;
  const pools = { single, lookUps, transactions: new Pool(sql.options, max) };
  const db = drizzle(preparing(pooledClient(sql.options, pools)));
  const listen = (hearers: Readonly<Record<string, () => void>>) => startListening(sql.options, hearers);
  const close = async () => {
    await Promise.all([sql.end({ timeout: 5 }), ...Object.values(pools).map((pool) => pool.close())]);
  };
  return { db, sql, listen, close };
}

function openClient(
  url: string,
  { max, applicationName = 'counterfoil', onStatement, readingFor }: Parameters<typeof openDatabase>[1],
) {
  return postgres(url, {
    max,
    // With pipelining postgres.js slows steadily within a process.
    max_pipeline: 1,
    idle_timeout: 60,
    connect_timeout: 10,
    onnotice: () => {},
    ...(onStatement && { debug: (_connection: number, text: string) => onStatement(text) }),
    connection: {
      application_name: applicationName,
      idle_in_transaction_session_timeout: 60_000,
      TimeZone: 'UTC',
      ...(readingFor && {
        default_transaction_read_only: true,
        // What a search costs depends on what is searched for: each is planned for its own values.
        plan_cache_mode: 'force_custom_plan',
        statement_timeout: readingFor.statementTimeoutMs,
      }),
    },
  } as postgres.Options<Record<string, postgres.PostgresType>>);
}

/** PostgreSQL plans a statement for all values where those that it was planned for say that this costs no more. */
const plannedOnce = (options: ClientOptions): ClientOptions => ({
  ...options,
  connection: { ...options.connection, plan_cache_mode: 'auto' },
});

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
