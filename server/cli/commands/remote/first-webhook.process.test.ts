/** The steps of docs/operations/first-webhook.md work as printed, except for the ports. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { freePort } from '#db/free-port.ts';
import { projectRoot } from '#db/project-root.ts';
import { newDatabase } from '#server/testing/databases/own-database.ts';
import { startApiServer } from '#server/testing/test-servers.ts';

// Starts many processes, possibly on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

const running: ChildProcess[] = [];
afterAll(() => {
  // The whole group: npm and its commands.
  for (const { pid } of running) if (pid !== undefined) process.kill(-pid, 'SIGKILL');
});

test('the newcomer’s receiver verifies an event', async () => {
  const database = await newDatabase();
  const server = await startApiServer(database.url, { pages: false, worker: true });
  const folder = await mkdtemp(join(tmpdir(), 'counterfoil-first-webhook-'));
  const page = (await readFile(join(projectRoot, 'docs/operations/first-webhook.md'), 'utf8'))
    .replaceAll('http://localhost:3000', server.url)
    .replaceAll('4000', String(await freePort()));
  const blocks = (language: string) =>
    Array.from(page.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g')), ([, code = '']) => code);
  const [, create = '', select = '', receive = '', listen = '', trigger = ''] = blocks('sh');
  await writeFile(join(folder, 'receiver.mjs'), blocks('js')[0] ?? '');
  // Stands for the clone: `npm run counterfoil` runs the same program, and files stay out of the project.
  const scripts = { counterfoil: `${process.execPath} ${join(projectRoot, 'server/cli/launch.mjs')}` };
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, scripts }));

  /** Runs lines in a terminal of their own. */
  function terminal(code: string) {
    const env = { ...process.env, DATABASE_URL: database.url };
    const child = spawn('bash', ['-euc', code], {
      cwd: folder,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    });
    let output = '';
    child.stdout.on('data', (text) => {
      output += String(text);
    });
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    return { child, output: () => output, ended };
  }
  const background = (code: string) => {
    const started = terminal(code);
    running.push(started.child);
    return started;
  };

  expect(await terminal(create + select).ended).toBe(0);
  for (const file of ['merchant.json', 'test-key.pem']) {
    expect([file, (await stat(join(folder, file))).mode & 0o777]).toEqual([file, 0o600]);
  }
  const receiver = background(receive);
  await expect.poll(receiver.output, { timeout: 60_000 }).toContain('Receiving');
  const listening = background(`. ./settings.sh\n${listen}`);
  await expect.poll(listening.output, { timeout: 60_000 }).toContain('Ready');
  const triggered = terminal(trigger);
  expect(await triggered.ended).toBe(0);
  await expect.poll(receiver.output, { timeout: 60_000 }).toBe('Receiving\nVerified order.completed: 34.51 USD\n');
  await server.close();
  await database.close();
  await rm(folder, { recursive: true, force: true });
});
