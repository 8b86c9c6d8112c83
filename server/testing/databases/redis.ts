/** A Redis or Valkey of a test's own: of a program that is there, or one that can be had. */
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
  /** As where the machine that it ran on has gone. */
  kill(): Promise<void>;
  /** As where it is stuck: connections stand, and nobody answers. */
  freeze(): void;
  thaw(): void;
  /** At the same address again, with nothing in it. */
  start(): Promise<void>;
}

/**
 * The path of a program: REDIS_PATH, one that the system has, or as root on Debian one that is installed now. Undefined
 * where there is none, which is said; throws where tests must not be left out (CI).
 */
export async function findRedis(): Promise<string | undefined> {
  const present = lookForRedis();
  if (present) return present;
  if (isRootOnDebian()) await installPackages(PROGRAMS, () => lookForRedis() !== undefined);
  const installed = lookForRedis();
  if (installed) return installed;
  const message = 'There is no valkey-server or redis-server: install one, or set REDIS_PATH to one';
  if (process.env.CI) throw new Error(message);
  console.warn(`${message}. What is counted in it is not tested.`);
  return undefined;
}

function lookForRedis(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const usual = PROGRAMS.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [process.env.REDIS_PATH, ...usual].find((path) => path && existsSync(path));
}

/** Starts it, empty, on a port of its own; it keeps nothing, and ends with the test's process. */
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
