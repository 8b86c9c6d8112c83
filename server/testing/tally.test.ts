import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { addTallies, noTests, readPlaywrightTally, readSkippedTests, readVitestTally } from './tally.ts';

async function writeReport(content: unknown): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'counterfoil-tally-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'report.json');
  await writeFile(path, JSON.stringify(content));
  return path;
}

test('adds the counts of both runners and counts a flaky browser test as failed', async () => {
  const vitest = readVitestTally(
    await writeReport({ numPassedTests: 3, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 }),
  );
  const playwright = readPlaywrightTally(
    await writeReport({ stats: { expected: 5, unexpected: 1, flaky: 2, skipped: 3 } }),
  );
  expect(vitest).toEqual({ passed: 3, failed: 1, skipped: 3 });
  expect(playwright).toEqual({ passed: 5, failed: 3, skipped: 3 });
  expect(addTallies(vitest, playwright)).toEqual({ passed: 8, failed: 4, skipped: 6 });
});

test('counts no tests if the run ended before it wrote a report', () => {
  expect([readVitestTally('/nowhere/report.json'), readPlaywrightTally('/nowhere/report.json')]).toEqual([
    noTests,
    noTests,
  ]);
});

test('names the skipped tests with their files', async () => {
  const assertionResults = [
    { status: 'passed', fullName: 'Python the client reports warnings' },
    { status: 'pending', fullName: 'PHP the client reports warnings' },
  ];
  const report = await writeReport({ testResults: [{ name: '/project/clients/clients.test.ts', assertionResults }] });
  expect(readSkippedTests(report, '/project')).toEqual(['clients/clients.test.ts: PHP the client reports warnings']);
});
