/** Runs `counterfoil worker` in real processes that a test may kill. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

const running = new Set<ChildProcess>();
const secret = 'a secret of at least thirty-two characters';

/** Starts a worker on this database and waits until it is ready. */
export async function startWorkerProcess(databaseUrl: string): Promise<ChildProcess> {
  const settings = { DATABASE_URL: databaseUrl, APP_SECRET: secret, WEBHOOK_PRIVATE_ADDRESSES: 'on' };
  const worker = spawn(process.execPath, ['server/cli/counterfoil.ts', 'worker'], {
    env: { ...process.env, ...settings, LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  running.add(worker);
  worker.once('exit', () => running.delete(worker));
  let output = '';
  for await (const text of worker.stderr) {
    output += String(text);
    if (output.includes('Worker running')) return worker;
  }
  throw new Error(`The worker ended: ${output}`);
}

/** Sends a signal to a worker. Returns its exit code. */
export async function endWorkerProcess(worker: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> {
  worker.kill(signal);
  const [code] = (await once(worker, 'exit')) as [number | null];
  return code;
}

/** Kills the remaining workers of a test. */
export function killWorkerProcesses(): void {
  for (const worker of running) worker.kill('SIGKILL');
}
