/** A primary and its synchronous standby, for tests of fail-over: two PostgreSQL servers of their own. */
import {
  appendFileSync,
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { chooseRunAs, findBinaries } from '#db/embedded-binaries.ts';
import { DATABASE, ensureCluster, SUPERUSER } from '#db/embedded-cluster.ts';
import { freePort } from '#db/free-port.ts';
import { spawnTied, type TiedProcess } from '#server/cli/tied-process.ts';

const password = 'standby';
const startTimeoutMs = 30_000;

export interface StandbyPair {
  readonly primary: PairServer;
  readonly standby: PairServer;
  /** The address that names both. */
  readonly url: string;
  close(): Promise<void>;
}

/** Starts both. A commit waits until the standby has it. */
export async function startStandbyPair(): Promise<StandbyPair> {
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-standby-'));
  const [first, second] = [join(folder, 'first', 'postgres'), join(folder, 'second', 'postgres')];
  for (const each of [first, second]) mkdirSync(dirname(each), { mode: 0o700 });
  ensureCluster({ dataDir: dirname(first), folder: first, log: '', password, durable: false });
  cpSync(first, second, { recursive: true });
  // PostgreSQL refuses a folder that others can read.
  chmodSync(second, 0o700);
  const primary = new PairServer(first, await freePort(), { synchronous_standby_names: 'standby' });
  const standby = new PairServer(second, await freePort(), { wal_retrieve_retry_interval: '100ms' });
  standby.follow(primary);
  const close = async () => {
    await Promise.all([primary.kill(), standby.kill()]);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await Promise.all([primary.start(), standby.start()]);
    await untilAnswered(() => primary.run("select from pg_stat_replication where state = 'streaming'"));
  } catch (error) {
    await close();
    throw error;
  }
  return { primary, standby, url: urlOf(`${primary.address},${standby.address}`), close };
}

/** Asks until there is a row. */
async function untilAnswered(ask: () => Promise<readonly object[]>): Promise<void> {
  const deadline = performance.now() + startTimeoutMs;
  while ((await ask()).length === 0) {
    if (performance.now() > deadline) throw new Error('A server of the pair did not start');
    await sleep(20);
  }
}

const urlOf = (hosts: string): string => `postgres://${SUPERUSER}:${password}@${hosts}/${DATABASE}`;

export class PairServer {
  readonly address: string;
  readonly url: string;
  readonly #folder: string;
  readonly #port: number;
  readonly #settings: Readonly<Record<string, string>>;
  #process: TiedProcess | undefined;

  constructor(folder: string, port: number, settings: Readonly<Record<string, string>>) {
    this.#folder = folder;
    this.#port = port;
    this.#settings = settings;
    this.address = `127.0.0.1:${port}`;
    this.url = urlOf(this.address);
  }

  /** Makes this server a standby from its next start on. */
  follow(primary: PairServer): void {
    const conninfo = `host=127.0.0.1 port=${primary.#port} user=${SUPERUSER} password=${password} application_name=standby`;
    writeFileSync(join(this.#folder, 'standby.signal'), '');
    appendFileSync(join(this.#folder, 'postgresql.auto.conf'), `primary_conninfo = '${conninfo}'\n`);
  }

  async start(): Promise<void> {
    const settings = {
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      shared_buffers: '16MB',
      io_method: 'sync',
      jit: 'off',
      autovacuum: 'off',
      // A killed process loses nothing that it has written. Only a machine would.
      fsync: 'off',
      ...this.#settings,
    };
    const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const { prefix, user } = chooseRunAs(this.#folder);
    // The id of a killed server may belong to another process.
    rmSync(join(this.#folder, 'postmaster.pid'), { force: true });
    this.#process = spawnTied(
      [...prefix, findBinaries().postgres, '-D', this.#folder, '-p', String(this.#port), ...flags],
      { cwd: '/', env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' }, output: 'ignore', user },
    );
    await untilAnswered(() => this.run('select 1').catch(() => []));
  }

  /** `kill -9`. Its sessions end with it. */
  async kill(): Promise<void> {
    if (!this.#process) return;
    const [pid = ''] = readFileSync(join(this.#folder, 'postmaster.pid'), 'utf8').split('\n');
    process.kill(Number(pid), 'SIGKILL');
    await this.#process.ended;
    this.#process = undefined;
  }

  /** Makes a standby the primary. Resolves once it takes writes. */
  async promote(): Promise<void> {
    await this.run('select pg_promote(true)');
  }

  /** Runs a statement as superuser. */
  async run<Row extends object>(text: string): Promise<readonly Row[]> {
    const sql = postgres(this.url, { max: 1, onnotice: () => {} });
    try {
      return (await sql.unsafe(text)) as unknown as readonly Row[];
    } finally {
      await sql.end({ timeout: 5 });
    }
  }
}
