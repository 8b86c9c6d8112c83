/** A process's connections, and the Drizzle database on them. */
import { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { PgDialect } from 'drizzle-orm/pg-core';
import type pg from 'pg';
import { startListening } from './listen.ts';
import { type MerchantDatabases, openMerchantDatabases } from './nodes/merchant-databases.ts';
import { NodeMap } from './nodes/node-map.ts';
import { closePool, openPool, withConnection } from './pool.ts';
import type { Reader } from './reader.ts';
import { onHost } from './servers/address.ts';
import type { ServerRole } from './servers/server-group.ts';
import { type OnStatement, PooledSession } from './session.ts';

/**
 * Opens a database: one pool for single statements and one for transactions, of `max` connections each, because a
 * transaction may wait for a single statement but never for other transactions. `query` sends a statement without
 * Drizzle. `listen` calls a function for each notification of a channel, also from the given nodes of a cluster. `close`
 * waits up to five seconds for running work.
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
    async listen(listeners: Readonly<Record<string, (payload: string) => void>>, nodes: readonly string[] = []) {
      const listening = await Promise.all([
        startListening(url, applicationName, listeners),
        ...nodes.map((node) => startListening(onHost(url, node), applicationName, listeners, { mayBeAway: true })),
      ]);
      return {
        async stop() {
          await Promise.all(listening.map(({ stop }) => stop()));
        },
      };
    },
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
export interface DatabaseSettings {
  readonly databaseUrl: string | undefined;
  readonly databasePool: number;
  /** The hosts and ports of the nodes that calls use directly; empty without a cluster. */
  readonly databaseNodes: readonly string[];
}

const shared = globalThis as typeof globalThis & {
  counterfoilDatabase?: OpenDatabase;
  counterfoilNodeMap?: NodeMap;
  counterfoilNodes?: MerchantDatabases;
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
      await Promise.all([opened.close(), shared.counterfoilNodes?.close(), shared.counterfoilReader?.close()]);
    };
    shared.counterfoilDatabase = { ...opened, close };
  }
  return shared.counterfoilDatabase;
}

/**
 * The database for a call that concerns one merchant: on the node of its rows, or {@link database}. The rows of all other
 * merchants, and of tables on the coordinator, can be reached through it, too.
 */
export async function merchantDatabase(settings: DatabaseSettings, merchantId: string): Promise<Database> {
  if (settings.databaseNodes.length === 0) return database(settings).db;
  shared.counterfoilNodes ??= openOnNodes(settings, (url) => openDatabase(url, { max: settings.databasePool }));
  return ((await shared.counterfoilNodes.databaseOf(merchantId)) ?? database(settings)).db;
}

/** Databases on the nodes of `DATABASE_NODES`. `open` opens one. */
export function openOnNodes(settings: DatabaseSettings, open: (url: string) => OpenDatabase): MerchantDatabases {
  shared.counterfoilNodeMap ??= new NodeMap(database(settings).query);
  const map = shared.counterfoilNodeMap;
  return openMerchantDatabases({ url: urlOf(settings), nodes: settings.databaseNodes, map }, open);
}

function urlOf({ databaseUrl }: DatabaseSettings): string {
  if (!databaseUrl) throw new Error('DATABASE_URL is not set: set it, or start with `npm start`');
  return databaseUrl;
}
