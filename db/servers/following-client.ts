/** Connections that go to the server of their role, wherever that is at the moment. */
import { callbackify } from 'node:util';
import pg from 'pg';
import { addressesOf } from './address.ts';
import { type Member, NoServer, type Server, ServerGroup, type ServerRole } from './server-group.ts';

/** pg's client, connected to the server that its group finds. */
export abstract class FollowingClient extends pg.Client implements Member {
  server: Server | undefined;
  waitingSince: number | undefined;
  readonly #group: ServerGroup;
  #unanswered = 0;
  #isStandby = false;

  constructor(config: pg.ClientConfig, group: ServerGroup) {
    super(config);
    this.#group = group;
    this.connection.on('parameterStatus', ({ parameterName, parameterValue }: Record<string, string>) => {
      if (parameterName === 'in_hot_standby') this.#isStandby = parameterValue === 'on';
    });
    // Without a listener, Node ends the process when the connection is lost. Its statements fail.
    this.on('error', () => group.forget(this.server));
    this.on('end', () => group.remove(this));
  }

  override connect(): Promise<this>;
  override connect(callback: (error: Error | null, client?: this) => void): void;
  override connect(callback?: (error: Error | null, client?: this) => void): Promise<this> | undefined {
    if (!callback) return this.#connect();
    callbackify(() => this.#connect())(callback);
    return undefined;
  }

  async #connect(): Promise<this> {
    const server = await this.#group.locate();
    Object.assign(this, { server, host: server.host, port: server.port });
    this.#group.add(this);
    this.expectAnswer();
    try {
      await super.connect();
      // An address that moves between machines may still lead to the former primary.
      if (this.#group.role === 'primary' && this.#isStandby) throw new NoServer('The server is a standby');
      return this;
    } catch (error) {
      this.#group.forget(server);
      this.#group.remove(this);
      this.end().catch(() => {});
      throw error;
    } finally {
      this.receiveAnswer();
    }
  }

  /** Notes that the server owes an answer, until `receiveAnswer`. */
  expectAnswer(): void {
    this.#unanswered += 1;
    this.waitingSince ??= performance.now();
  }

  receiveAnswer(): void {
    this.#unanswered -= 1;
    this.waitingSince = this.#unanswered > 0 ? performance.now() : undefined;
  }

  /** The server no longer takes writes. The next connection searches for its successor. */
  leaveServer(): void {
    this.#group.forget(this.server);
  }

  abandon(error: Error): void {
    this.connection.stream.destroy(error);
  }
}

const groups = new Map<string, ServerGroup>();

/** The connections to an address share what they know about its servers. */
function groupAt(url: string, role: ServerRole): ServerGroup {
  const key = `${role} ${url}`;
  const group = groups.get(key) ?? new ServerGroup(url, role);
  groups.set(key, group);
  return group;
}

/** The settings for `pg` with which its connections follow the server: for a pool, or for the `Client` that it contains. */
export function connectionTo(url: string, role: ServerRole = 'primary') {
  const group = groupAt(url, role);
  return {
    // pg parses it for user, password, database and TLS. The host is the group's choice.
    connectionString: addressesOf(url)[0] ?? url,
    Client: class extends FollowingClient {
      constructor(config: pg.ClientConfig = {}) {
        super(config, group);
      }
    },
  };
}
