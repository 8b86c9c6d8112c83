/**
 * A process's connections, and the Drizzle database on them.
 */
import { drizzle } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import { preparing } from './prepared-statements.ts';
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
  options: {
    max: number;
    applicationName?: string;
    onStatement?: (text: string) => void;
    /** Nothing can be written through it, and PostgreSQL gives up a statement that takes longer. */
    readingFor?: { statementTimeoutMs: number };
  },
) {
  const [sql, transactions] = [preparing(openPool(url, options)), preparing(openPool(url, options))];
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
  { max, applicationName = 'counterfoil', onStatement, readingFor }: Parameters<typeof openDatabase>[1],
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
      ...(readingFor && {
        default_transaction_read_only: true,
        // What a search costs depends on what is searched for: each is planned for its own values.
        plan_cache_mode: 'force_custom_plan',
        statement_timeout: readingFor.statementTimeoutMs,
      }),
    },
  } as postgres.Options<Record<string, postgres.PostgresType>>);
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
