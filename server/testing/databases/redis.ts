/** A test's own Redis or Valkey, from an installed or installable program. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { freePort } from '#db/free-port.ts';
import { installPackages, isRootOnDebian } from '../debian.ts';

const PROGRAMS = ['valkey-server', 'redis-server'];
const PASSWORD = 'hunter2';

export interface TestRedis {
  readonly url: string;
  readonly password: string;
  /** Simulates a machine that failed. */
  kill(): Promise<void>;
  /** Simulates a hung server: connections stay open, and nothing answers. */
  freeze(): void;
  thaw(): void;
  /** Restarts it at the same address without data. */
  start(): Promise<void>;
}

/**
 * Returns the path of a Redis program: REDIS_PATH, an installed one, or one that is installed now (as root on Debian).
 * Returns undefined with a message if there is none, and throws in CI.
 */
export async function findRedis(): Promise<string | undefined> {
  const present = lookForRedis();
  if (present) return present;
  if (isRootOnDebian()) await installPackages(PROGRAMS, () => lookForRedis() !== undefined);
  const installed = lookForRedis();
  if (installed) return installed;
  const message = 'There is no valkey-server or redis-server: install one, or set REDIS_PATH to one';
  if (process.env.CI) throw new Error(message);
  console.warn(`${message}. The tests of shared counters are skipped.`);
  return undefined;
}

function lookForRedis(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const usual = PROGRAMS.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [process.env.REDIS_PATH, ...usual].find((path) => path && existsSync(path));
}

/** Starts an empty server on a port of its own. It stores nothing on disk and stops with the test's process. */
export async function startTestRedis(program: string): Promise<TestRedis> {
  const port = await freePort();
  const url = `redis://:${PASSWORD}@127.0.0.1:${port}`;
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const start = async () => {
    const server = spawn(program, [...options, '--requirepass', PASSWORD], { stdio: 'ignore' });
    await untilAnswered(url);
    return server;
  };
  let running = await start();
  process.once('exit', () => running.kill('SIGKILL'));
  return {
    url,
    password: PASSWORD,
    async kill() {
      const ended = new Promise((resolve) => running.once('exit', resolve));
      running.kill('SIGKILL');
      await ended;
    },
    freeze: () => void running.kill('SIGSTOP'),
    thaw: () => void running.kill('SIGCONT'),
    async start() {
      running = await start();
    },
  };
}

async function untilAnswered(url: string) {
  const redis = new Redis(url, { retryStrategy: () => 20, maxRetriesPerRequest: null });
  redis.on('error', () => {});
  try {
    await Promise.race([
      redis.ping(),
      sleep(20_000).then(() => Promise.reject(new Error('The Redis of the tests does not answer'))),
    ]);
  } finally {
    redis.disconnect();
  }
}
