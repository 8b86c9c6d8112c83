import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test, vi } from 'vitest';
import { databaseUrl } from '#server/testing/worker-servers.ts';

/** Each command is a process, which a busy machine starts slowly. */
vi.setConfig({ testTimeout: 90_000 });

/** Runs a command whose reader closes the pipe early, like `| head`. Returns its exit. */
async function runUnread(...args: string[]) {
  const child = spawn(process.execPath, ['server/cli/counterfoil.ts', ...args], {
    env: { ...process.env, DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.destroy();
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint += text;
  });
  const [code] = await once(child, 'close');
  return { code, complaint };
}

test.each(['emails', 'operator list'])('%s: exits without an error when its output is closed', async (command) => {
  expect(await runUnread(...command.split(' '))).toEqual({ code: 0, complaint: '' });
});
