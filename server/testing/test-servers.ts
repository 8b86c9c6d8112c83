/**
 * The servers of the API and browser tests: a real PostgreSQL and real server processes on it. They all exit with the
 * process that started them, even if it is killed.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { openEmbedded } from '#db/embedded.ts';
import { freePort } from '#db/free-port.ts';
import { migrate } from '#db/migrate.ts';
import { compiledProgram } from '#server/cli/build-state.mjs';
import { projectRoot } from '#server/cli/project-root.ts';
import { spawnTied, type TiedProcess } from '#server/cli/tied-process.ts';
import { settingNames } from '#server/platform/settings.ts';
import { fastStart, productionMemory } from './node-start.ts';
import { testSecret } from './test-secret.ts';

const START_TIMEOUT_MS = 60_000;

export type TestDatabase = { url: string; close: () => Promise<void> };
export type TestServer = { url: string; close: () => Promise<void> };

/** Starts an empty, migrated database in its own folder. */
export async function startTestDatabase(): Promise<TestDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'counterfoil-test-'));
  const { url, release } = await openEmbedded(folder, { durable: false });
  await migrate(url);
  return {
    url,
    async close() {
      await release();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Copies a database without connections, ten times faster than migrating one. The copy is on the same server, which
 * deletes it at the latest when it stops.
 */
export async function copyDatabase(url: string, name: string): Promise<TestDatabase> {
  const urlOf = (path: string): string => Object.assign(new URL(url), { pathname: path }).href;
  const onServer = async (work: (sql: postgres.Sql) => Promise<unknown>) => {
    const sql = postgres(urlOf('postgres'), { max: 1, onnotice: () => {} });
    try {
      await work(sql);
    } finally {
      await sql.end({ timeout: 5 });
    }
  };
  const original = new URL(url).pathname.slice(1);
  await onServer((sql) => sql`create database ${sql(name)} template ${sql(original)}`);
  return { url: urlOf(name), close: () => onServer((sql) => sql`drop database ${sql(name)} with (force)`) };
}

/** Starts the server of `npm start` from its sources. `settings` override the common test settings. */
export async function startApiServer(
  databaseUrl: string,
  options: { pages: boolean; worker: boolean; settings?: Readonly<Record<string, string>> },
) {
  const flags = [...(options.pages ? [] : ['--no-pages']), ...(options.worker ? ['--worker'] : [])];
  const command = () => [process.execPath, 'server/testing/serve.ts', ...flags];
  return await startServer(databaseUrl, command, options.settings);
}

/** The command of the compiled program that `npm start` runs. */
export const productionCommand = ({ worker }: { worker: boolean }): string[] => [
  process.execPath,
  compiledProgram,
  'start',
  ...(worker ? [] : ['--no-worker']),
];

/** Starts {@link productionCommand} with the memory limits of `npm start`. Needs the build. */
export const startProductionServer = (
  databaseUrl: string,
  options: { worker: boolean; settings: Readonly<Record<string, string>> },
): Promise<TestServer> =>
  startServer(databaseUrl, () => productionCommand(options), {
    ...productionMemory,
    NODE_OPTIONS: `${fastStart.NODE_OPTIONS} ${productionMemory.NODE_OPTIONS}`,
    ...options.settings,
  });

/** Starts Next without the production server. It serves /v1/ from its route handlers and needs the build. */
export async function startNextServer(databaseUrl: string, settings: Readonly<Record<string, string>> = {}) {
  const next = join(projectRoot, 'node_modules/next/dist/bin/next');
  const command = [process.execPath, next, 'start', '-H', '127.0.0.1', '-p'];
  return await startServer(databaseUrl, (port) => [...command, String(port)], settings);
}

async function startServer(
  databaseUrl: string,
  command: (port: number) => string[],
  settings: Readonly<Record<string, string>> = {},
): Promise<TestServer> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const server = spawnTied(command(port), {
    cwd: projectRoot,
    env: { ...testEnvironment(databaseUrl, url, port), ...settings },
    output: ['pipe', 'inherit'],
    onOutput: showLogged,
  });
  await untilHealthy(url, server);
  return { url, close: () => server.stop() };
}

/** Prints the log lines (JSON, only errors here) and omits Next's start-up messages. */
function showLogged(text: string) {
  for (const line of text.split('\n')) if (line.startsWith('{')) console.error(line);
}

/** All buyers of a test share one address, and many of them use declined cards. */
export const looseBuyerLimits = {
  RATE_LIMIT_PUBLIC_SESSIONS_PER_MINUTE: '1000000',
  RATE_LIMIT_PAGE_VIEWS_PER_MINUTE: '1000000',
  RATE_LIMIT_DECLINES_PER_ADDRESS: '1000000',
  RATE_LIMIT_DECLINES_PER_EMAIL: '1000000',
  RATE_LIMIT_DECLINES_PER_CARD: '1000000',
  RATE_LIMIT_DECLINES_PER_STORE: '1000000',
} as const;

/** The default settings, independent of the developer's environment, with limits high enough for tests. */
function testEnvironment(databaseUrl: string, url: string, port: number): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !settingNames.includes(name) && !name.startsWith('VITE'),
  );
  return {
    ...Object.fromEntries(inherited),
    NODE_ENV: 'production',
    ...fastStart,
    NEXT_TELEMETRY_DISABLED: '1',
    DATABASE_URL: databaseUrl,
    APP_SECRET: testSecret,
    APP_URL: url,
    HOST: '127.0.0.1',
    PORT: String(port),
    GRAPHQL_EXPLORER: 'on',
    // Tests also sell in prod. live.process.test.ts covers a server without it.
    SANDBOX_IN_PROD: 'on',
    DEMO: 'off',
    SIGN_UP: 'open',
    LOG_LEVEL: 'error',
    // The servers of several workers share one PostgreSQL.
    DATABASE_POOL: '10',
    DATABASE_READ_POOL: '6',
    // Tests of shared counters override it.
    RATE_LIMIT_COUNTERS: 'memory',
    RATE_LIMIT_SIGN_IN_PER_MINUTE: '1000',
    RATE_LIMIT_SIGN_IN_FAILURES: '1000',
    CONNECTIONS_PER_ADDRESS: '10000',
    RATE_LIMIT_STORE_SLUG_PER_SECOND: '1000',
    RATE_LIMIT_API_KEY_PER_SECOND: '10000',
    RATE_LIMIT_API_KEY_BURST: '20000',
    ...looseBuyerLimits,
  };
}

async function untilHealthy(url: string, server: TiedProcess) {
  const ended = server.ended.then((code) => {
    throw new Error(`The server of ${url} ended (exit code ${code}) before it was healthy`);
  });
  const signal = AbortSignal.timeout(START_TIMEOUT_MS);
  try {
    await Promise.race([ended, untilAnswered(url, signal)]);
  } catch (error) {
    await server.stop();
    throw error;
  } finally {
    ended.catch(() => {});
  }
}

async function untilAnswered(url: string, signal: AbortSignal) {
  while (!signal.aborted) {
    const answer = await fetch(`${url}/v1/health`).catch(() => null);
    if (answer?.status === 200) return;
    await sleep(50);
  }
  throw new Error(`${url} did not become healthy`);
}
