/**
 * The servers of one address and the one that connections go to. With several servers, one of them takes writes, and
 * after a fail-over it is another one (docs/decisions/fail-over.md).
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { addressesOf } from './address.ts';

/** Which server connections go to: the one that takes writes, or one that replicates it. */
export type ServerRole = 'primary' | 'standby';

export interface Server {
  readonly url: string;
  readonly host: string;
  readonly port: number;
}

/** A connection of a group. */
export interface Member {
  /** The server that it is connected or connecting to; undefined before. */
  readonly server: Server | undefined;
  /** Since when the server owes an answer, by `performance.now()`; undefined if it owes none. */
  readonly waitingSince: number | undefined;
  /** Ends it at once. Its statements fail. */
  abandon(error: Error): void;
}

interface ServerState {
  readonly server: Server;
  readonly isStandby: boolean;
  readonly takesWrites: boolean;
  /** Each promotion of a standby begins a higher one. 0 on a standby. */
  readonly timeline: number;
}

/** The longest wait for a server's state. */
const probeMs = 3000;
/** How much longer a search waits for the other servers once one has been found: they may have been promoted later. */
const graceMs = 500;
/** The pause after a search without result, shared by all callers. */
const pauseMs = 200;
/** A server that owes an answer for this long may have vanished. */
const silenceMs = 3000;

/** No server of the address takes writes, or none is a standby. `isUnavailable` knows the code. */
export class NoServer extends Error {
  override name = 'NoServer';
  readonly code = 'NO_PRIMARY';
}

export class ServerGroup {
  readonly role: ServerRole;
  readonly servers: readonly Server[];
  readonly #members = new Set<Member>();
  #current: Server | undefined;
  #search: Promise<Server> | undefined;
  #newestTimeline = 0;
  #searchedAt = 0;
  #watch: NodeJS.Timeout | undefined;

  constructor(url: string, role: ServerRole) {
    this.role = role;
    this.servers = addressesOf(url).map((address) => {
      const { host, port } = new pg.Client({ connectionString: address });
      return { url: address, host, port };
    });
  }

  /** The server for a new connection. Throws if there is none now. A single server is not asked. */
  async locate(): Promise<Server> {
    const [only, ...others] = this.servers;
    if (only && others.length === 0) return only;
    return this.#current ?? (await this.#searchOnce());
  }

  /** Searches again before the next connection. Call it when a connection to the server fails or breaks. */
  forget(server: Server | undefined): void {
    if (this.#current === server) this.#current = undefined;
  }

  add(member: Member): void {
    this.#members.add(member);
    if (this.servers.length > 1) this.#watch ??= setInterval(() => this.#checkSilence(), silenceMs / 3).unref();
  }

  remove(member: Member): void {
    this.#members.delete(member);
    if (this.#members.size > 0) return;
    // Without connections, a fail-over would go unnoticed.
    this.#current = undefined;
    clearInterval(this.#watch);
    this.#watch = undefined;
  }

  /** A vanished machine closes no connection. If a server owes an answer and another one takes writes, follow that. */
  #checkSilence(): void {
    const since = performance.now() - silenceMs;
    const isSilent = [...this.#members].some(({ waitingSince }) => waitingSince !== undefined && waitingSince < since);
    if (isSilent && this.#searchedAt < since) void this.#searchOnce().catch(() => {});
  }

  #searchOnce(): Promise<Server> {
    this.#search ??= this.#find().finally(() => {
      this.#search = undefined;
    });
    return this.#search;
  }

  async #find(): Promise<Server> {
    this.#searchedAt = performance.now();
    const { states, failures } = await this.#readStates();
    const found = states
      .filter((state) => this.#isWanted(state))
      .toSorted(
        (one, other) =>
          other.timeline - one.timeline || this.servers.indexOf(one.server) - this.servers.indexOf(other.server),
      )[0];
    if (!found) {
      await sleep(pauseMs, undefined, { ref: false });
      throw states.length > 0 ? new NoServer(`No server is the ${this.role}`) : failures[0];
    }
    this.#newestTimeline = Math.max(this.#newestTimeline, found.timeline);
    this.#current = found.server;
    const lost = Object.assign(new Error('Another server has taken over'), { code: 'CONNECTION_CLOSED' });
    for (const member of this.#members) if (member.server && member.server !== found.server) member.abandon(lost);
    return found.server;
  }

  /** A former primary that is restarted unchanged takes writes, too; its timeline is older than its successor's. */
  #isWanted({ isStandby, takesWrites, timeline }: ServerState): boolean {
    return this.role === 'standby' ? isStandby : takesWrites && timeline >= this.#newestTimeline;
  }

  /** Asks all servers at once. */
  async #readStates(): Promise<{ states: ServerState[]; failures: unknown[] }> {
    const states: ServerState[] = [];
    const failures: unknown[] = [];
    const found = Promise.withResolvers<void>();
    const probes = this.servers.map(async (server) => {
      try {
        const state = await readState(server);
        states.push(state);
        if (this.#isWanted(state)) found.resolve();
      } catch (error) {
        failures.push(error);
      }
    });
    const grace = found.promise.then(() => sleep(graceMs, undefined, { ref: false }));
    await Promise.race([Promise.all(probes), grace]);
    return { states: [...states], failures };
  }
}

async function readState(server: Server): Promise<ServerState> {
  const client = new pg.Client({
    connectionString: server.url,
    application_name: 'counterfoil-probe',
    connectionTimeoutMillis: probeMs,
    query_timeout: probeMs,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ isStandby: boolean; isReadOnly: boolean; wal: string | null }>(`
      select pg_is_in_recovery() as "isStandby",
        current_setting('default_transaction_read_only') = 'on' as "isReadOnly",
        case when not pg_is_in_recovery() then pg_walfile_name(pg_current_wal_lsn()) end as wal`);
    const { isStandby, isReadOnly, wal } = rows[0] ?? { isStandby: true, isReadOnly: true, wal: null };
    // A WAL file's name begins with the timeline, in eight hexadecimal digits.
    const timeline = wal === null ? 0 : Number.parseInt(wal.slice(0, 8), 16);
    return { server, isStandby, takesWrites: !isStandby && !isReadOnly, timeline };
  } finally {
    // Not awaited: a server that has stopped answering does not close it.
    client.end().catch(() => {});
  }
}
