import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { processIdentity } from '#db/process-lock.mjs';
import { spawnTied } from './tied-process.ts';

const cwd = process.cwd();

test('returns the exit code and the output', async () => {
  let output = '';
  const onOutput = (text: string) => {
    output += text;
  };
  const { ended } = spawnTied(['sh', '-c', 'echo "$1"; exit 3', 'sh', 'two words'], {
    cwd,
    output: ['pipe', 'inherit'],
    onOutput,
  });
  expect(await ended).toBe(3);
  expect(output).toBe('two words\n');
});

test('stops when asked', async () => {
  const sleeper = spawnTied(['sleep', '30'], { cwd, output: 'ignore' });
  const started = performance.now();
  await sleeper.stop();
  expect(performance.now() - started).toBeLessThan(20_000);
});

test('kills a process that does not stop', async () => {
  const stubborn = spawnTied(['sh', '-c', 'trap "" TERM; while :; do sleep 0.1; done'], { cwd, output: 'ignore' });
  await sleep(100);
  await stubborn.stop(200);
  expect(await stubborn.ended).not.toBe(0);
});

test('ends with a parent that is killed', async () => {
  const program = `
    import { spawnTied } from './server/cli/tied-process.ts';
    spawnTied(['sh', '-c', 'echo $$; exec sleep 30'], { cwd: '.', output: 'inherit' });
  `;
  const parent = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [printed] = await once(parent.stdout, 'data');
  const child = Number(String(printed));
  expect(processIdentity(child)).not.toBeNull();
  parent.kill('SIGKILL');
  for (let waited = 0; processIdentity(child) !== null && waited < 5_000; waited += 20) await sleep(20);
  expect(processIdentity(child)).toBeNull();
});
