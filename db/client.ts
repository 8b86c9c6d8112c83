/**
 * The one connection pool of a process, and the Drizzle database on it.
 */
import { drizzle } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import * as schema from './schema/index.ts';

/**
 * Opens a pool. `max_pipeline: 1` because postgres.js with pipelining slows steadily within a process; the idle
 * timeout inside a transaction is the lease that frees the locks of a client that vanished without a word.
 * `onStatement` is told every statement that is sent, for measurements.
 */
export function openDatabase(
  url: string,
  options: { max: number; applicationName?: string; onStatement?: (text: string) => void },
) {
  const { onStatement } = options;
  const sql = postgres(url, {
    max: options.max,
    max_pipeline: 1,
    idle_timeout: 60,
    connect_timeout: 10,
    onnotice: () => {},
    ...(onStatement && { debug: (_connection: number, text: string) => onStatement(text) }),
    connection: {
      application_name: options.applicationName ?? 'counterfoil',
      idle_in_transaction_session_timeout: 60_000,
      TimeZone: 'UTC',
    },
  } as postgres.Options<Record<string, postgres.PostgresType>>);
  return { db: drizzle(sql, { schema }), sql, close: () => sql.end({ timeout: 5 }) };
}

export type OpenDatabase = ReturnType<typeof openDatabase>;
export type Database = OpenDatabase['db'];
/** A database or a transaction on it: what every query takes as its first argument. */
export type Tx = Database | Parameters<Parameters<Database['transaction']>[0]>[0];

const kept = globalThis as typeof globalThis & { counterfoilDatabase?: OpenDatabase };

/** This process's database. On `globalThis`, so that the server and Next's bundle share one pool. */
export function database(settings: { databaseUrl: string | undefined; databasePool: number }): OpenDatabase {
  if (!kept.counterfoilDatabase) {
    if (!settings.databaseUrl) throw new Error('DATABASE_URL is not set: start with `npm start`, or give one');
    kept.counterfoilDatabase = openDatabase(settings.databaseUrl, { max: settings.databasePool });
  }
  return kept.counterfoilDatabase;
}
