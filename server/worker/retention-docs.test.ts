import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

const read = (path: string) => readFile(new URL(`../../${path}`, import.meta.url), 'utf8');

/** Jobs that delete, clear or archive, with their schedule as the docs write it. */
async function listDeletingJobs(): Promise<string[]> {
  const worker = await read('server/worker/worker.ts');
  const found = worker.matchAll(/name: '((?:delete|forget|keep)-[^']+)',\s+cron: (everyHour|everyMinute)/g);
  return [...found].map(([, name, cron]) => `${name} ${cron === 'everyHour' ? 'hourly' : 'every minute'}`);
}

test('the docs list exactly the jobs that delete, with their schedule', async () => {
  const lines = (await read('docs/operations/retention.md')).split('\n').filter((line) => line.startsWith('|'));
  const named = lines.flatMap((line) => {
    const [, data, retention, job, runs] = line.split('|').map((cell) => cell.trim());
    const name = /^`(.+)`$/.exec(job ?? '')?.[1];
    return name && data && retention ? [`${name} ${runs}`] : [];
  });
  const running = await listDeletingJobs();
  expect(running.length).toBeGreaterThan(8);
  expect([...new Set(named)].toSorted()).toEqual(running.toSorted());
});
