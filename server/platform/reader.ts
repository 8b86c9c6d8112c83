/** This process's connections for lists, exports, reports and GraphQL. */
import type { Database, OpenDatabase } from '#db/client.ts';
import { openReader, type Reader, type ReaderSettings, type ReplicaState } from '#db/reader.ts';
import { log } from './log.ts';

/** On `globalThis`, as the database is, whose `close` also closes the reader. */
const shared = globalThis as typeof globalThis & { counterfoilReader?: Reader };

const readerOf = (settings: ReaderSettings): Reader => {
  shared.counterfoilReader ??= openReader(settings, logChange);
  return shared.counterfoilReader;
};

/**
 * Connections that cannot write, separate so that long searches do not block writes. With a replica the data may be
 * outdated by `maxReadLagMs`, unless the caller `hasJustWritten`. Data for decisions and authentication must be read from
 * `database` instead.
 */
export const reader = (settings: ReaderSettings, { hasJustWritten = false } = {}): OpenDatabase =>
  readerOf(settings).choose(hasJustWritten);

/** The same for a call that concerns one merchant. */
export const merchantReader = async (settings: ReaderSettings, merchantId: string): Promise<Database> =>
  (await readerOf(settings).chooseFor(merchantId)).db;

/** The replica's lag, and whether reads go to it; undefined without a replica. */
export const replicaState = (settings: ReaderSettings): ReplicaState | undefined => readerOf(settings).replica();

function logChange({ lagMs, isUsed }: ReplicaState): void {
  if (isUsed) log().info({ lagMs: Math.round(lagMs ?? 0) }, 'reads go to the replica');
  else if (lagMs === undefined) log().warn('the replica is away or far behind; reads go to the primary');
  else log().warn({ lagMs: Math.round(lagMs) }, 'the replica is too far behind; reads go to the primary');
}
