/**
 * A process's connections, and the Drizzle database on them.
 */
import { drizzle } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import * as schema from './schema/index.ts';

/**
 * Opens a pool for single statements and one for transactions, of `max` connections each. `max_pipeline: 1` because
 * postgres.js with pipelining slows steadily within a process; the idle timeout inside a transaction is the lease that
 * frees the locks of a client that vanished without a word. `onStatement` is told every statement that is sent, for
 * measurements.
 *
 * Two pools, because postgres.js may send a BEGIN to a connection on which a single statement still runs, and then does
 * not keep that connection for the transaction: it is left open there, and whatever comes next falls into it
 * (porsager/postgres#823). Where there are transactions only, a BEGIN always finds a connection with nothing on it.
 */
export function openDatabase(
  url: string,
  options: { max: number; applicationName?: string; onStatement?: (text: string) => void },
) {
  const [sql, transactions] = [openPool(url, options), openPool(url, options)];
  const db = drizzle(sql, { schema });
  const transacting = drizzle(transactions, { schema });
  db.transaction = transacting.transaction.bind(transacting);
  const close = async () => {
    await Promise.all([sql.end({ timeout: 5 }), transactions.end({ timeout: 5 })]);
  };
  return { db, sql, close };
}

function openPool(
  url: string,
  { max, applicationName = 'counterfoil', onStatement }: Parameters<typeof openDatabase>[1],
) {
  return postgres(url, {
    max,
    max_pipeline: 1,
    idle_timeout: 60,
    connect_timeout: 10,
    onnotice: () => {},
    ...(onStatement && { debug: (_connection: number, text: string) => onStatement(text) }),
    connection: {
      application_name: applicationName,
      idle_in_transaction_session_timeout: 60_000,
      TimeZone: 'UTC',
    },
  } as postgres.Options<Record<string, postgres.PostgresType>>);
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
