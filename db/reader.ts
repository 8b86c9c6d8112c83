/** Connections for reading, at a replica while it is close enough to the primary (docs/decisions/read-pools.md). */
import { type DatabaseSettings, type OpenDatabase, openDatabase, openOnNodes } from './client.ts';
import { ReplicaLag } from './replica-lag.ts';
import type { ServerRole } from './servers/server-group.ts';

export interface ReaderSettings extends DatabaseSettings {
  /** The replica's address; undefined: reads go to the database itself. */
  readonly readUrl: string | undefined;
  readonly readPool: number;
  readonly readTimeoutMs: number;
  /** A replica that is further behind is not read. */
  readonly maxReadLagMs: number;
}

export interface ReplicaState {
  /** Undefined: away, or not yet measured. */
  readonly lagMs: number | undefined;
  readonly isUsed: boolean;
}

export interface Reader {
  /** `hasJustWritten`: the data must include the caller's latest writes. */
  choose(hasJustWritten: boolean): OpenDatabase;
  /** For the rows of one merchant: the node that has them, if the process connects to it. */
  chooseFor(merchantId: string): Promise<OpenDatabase>;
  /** Undefined without a replica. */
  replica(): ReplicaState | undefined;
  close(): Promise<void>;
}

/** Opens the connections. They cannot write. `onChange` is called when reads move to the replica or to the primary. */
export function openReader(settings: ReaderSettings, onChange: (state: ReplicaState) => void): Reader {
  const open = (url: string, role: ServerRole) =>
    openDatabase(url, {
      max: settings.readPool,
      applicationName: 'counterfoil-reader',
      role,
      readingFor: { statementTimeoutMs: settings.readTimeoutMs },
    });
  const primary = open(settings.databaseUrl ?? '', 'primary');
  if (settings.readUrl === undefined) {
    const nodes = settings.databaseNodes.length > 0 ? openOnNodes(settings, (url) => open(url, 'primary')) : undefined;
    return {
      choose: () => primary,
      chooseFor: async (merchantId) => (await nodes?.databaseOf(merchantId)) ?? primary,
      replica: () => undefined,
      async close() {
        await Promise.all([primary.close(), nodes?.close()]);
      },
    };
  }
  const replica = open(settings.readUrl, 'standby');
  const state = (): ReplicaState => ({
    lagMs: lag.ms,
    isUsed: lag.ms !== undefined && lag.ms <= settings.maxReadLagMs,
  });
  let wasUsed: boolean | undefined;
  const lag = new ReplicaLag({
    primary: () => readPosition(primary),
    replica: () => readPosition(replica),
    onMeasured: () => {
      const now = state();
      if (now.isUsed !== wasUsed) onChange(now);
      wasUsed = now.isUsed;
    },
  });
  const choose = (hasJustWritten: boolean) => (!hasJustWritten && state().isUsed ? replica : primary);
  return {
    choose,
    chooseFor: async () => choose(false),
    replica: state,
    async close() {
      lag.stop();
      await Promise.all([primary.close(), replica.close()]);
    },
  };
}

/** What the server has replayed or, if it is a primary, written to disk. */
async function readPosition({ query }: OpenDatabase): Promise<bigint> {
  const { rows } = await query({
    text: `select (case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_flush_lsn() end
      - '0/0')::text as position`,
  });
  return BigInt(rows[0]?.position);
}
