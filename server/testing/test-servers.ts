/**
 * What the API tests and the browser tests run against: a real PostgreSQL of their own and real server processes on it.
 * None of it outlives the process that asked for it, not even when that is killed.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { openEmbedded } from '#db/embedded.ts';
import { freePort } from '#db/free-port.ts';
import { migrate } from '#db/migrate.ts';
import { projectRoot } from '#server/cli/project-root.ts';
import { spawnTied, type TiedProcess } from '#server/cli/tied-process.ts';
import { settingNames } from '#server/platform/settings.ts';
import { fastStart } from './node-start.ts';
import { testSecret } from './test-secret.ts';

const START_TIMEOUT_MS = 60_000;

export type TestDatabase = { url: string; close: () => Promise<void> };
export type TestServer = { url: string; close: () => Promise<void> };

/** An empty, migrated database in a folder of its own. */
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
 * Copies a database that nobody is connected to, in a tenth of the time that it takes to migrate one. The copy is on the
 * same server, and goes with it if nobody closes it.
 */
export async function copyDatabase(url: string, name: string): Promise<TestDatabase> {
  const named = (path: string): string => Object.assign(new URL(url), { pathname: path }).href;
  const onServer = async (work: (sql: postgres.Sql) => Promise<unknown>) => {
    const sql = postgres(named('postgres'), { max: 1, onnotice: () => {} });
    try {
      await work(sql);
    } finally {
      await sql.end({ timeout: 5 });
    }
  };
  const original = new URL(url).pathname.slice(1);
  await onServer((sql) => sql`create database ${sql(name)} template ${sql(original)}`);
  return { url: named(name), close: () => onServer((sql) => sql`drop database ${sql(name)} with (force)`) };
}

/** The server of `npm start`; `settings` are its own, beside the ones that all of them have. */
export async function startApiServer(
  databaseUrl: string,
  options: { pages: boolean; worker: boolean; settings?: Readonly<Record<string, string>> },
) {
  const flags = [...(options.pages ? [] : ['--no-pages']), ...(options.worker ? ['--worker'] : [])];
  const command = () => [process.execPath, 'server/testing/serve.ts', ...flags];
  return await startServer(databaseUrl, command, options.settings);
}

/** Next alone, which answers /v1/ from its route handlers; it needs the build. */
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

/** Of what a server says, what it logs (JSON, errors only here); not that Next is ready. */
function showLogged(text: string) {
  for (const line of text.split('\n')) if (line.startsWith('{')) console.error(line);
}

/** All buyers of a test come from one address, and many of them with declined cards. */
export const looseBuyerLimits = {
  RATE_LIMIT_PUBLIC_SESSIONS_PER_MINUTE: '1000000',
  RATE_LIMIT_PAGE_VIEWS_PER_MINUTE: '1000000',
  RATE_LIMIT_DECLINES_PER_ADDRESS: '1000000',
  RATE_LIMIT_DECLINES_PER_EMAIL: '1000000',
  RATE_LIMIT_DECLINES_PER_CARD: '1000000',
  RATE_LIMIT_DECLINES_PER_STORE: '1000000',
} as const;

/** The defaults, whatever the developer has set for other purposes; limits out of the way of tests in a hurry. */
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
    // Tests sell in prod too; live.process.test.ts shows what happens without it.
    SANDBOX_IN_PROD: 'on',
    DEMO: 'off',
    SIGN_UP: 'open',
    LOG_LEVEL: 'error',
    // Three of each door share one PostgreSQL.
    DATABASE_POOL: '10',
    DATABASE_READ_POOL: '6',
    // A test of what several count together says so itself.
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
  const patience = AbortSignal.timeout(START_TIMEOUT_MS);
  try {
    await Promise.race([ended, untilAnswered(url, patience)]);
  } catch (error) {
    await server.stop();
    throw error;
  } finally {
    ended.catch(() => {});
  }
}

async function untilAnswered(url: string, patience: AbortSignal) {
  while (!patience.aborted) {
    const answer = await fetch(`${url}/v1/health`).catch(() => null);
    if (answer?.status === 200) return;
    await sleep(50);
  }
  throw new Error(`${url} did not become healthy`);
}
