import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { addTallies, listSecondTries, noTests, readPlaywrightTally, readVitestTally } from './tally.ts';

/** A runner's report, written down. */
async function reportOf(content: unknown): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'counterfoil-tally-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'report.json');
  await writeFile(path, JSON.stringify(content));
  return path;
}

const vitestTest = (ancestorTitles: string[], title: string, status: string, ...failureMessages: string[]) => ({
  ancestorTitles,
  fullName: [...ancestorTitles, title].join(' '),
  title,
  status,
  failureMessages,
});

const vitestReport = {
  numPassedTests: 3,
  numFailedTests: 1,
  numPendingTests: 2,
  numTodoTests: 1,
  success: false,
  testResults: [
    {
      name: '/project/server/pay.test.ts',
      status: 'failed',
      assertionResults: [
        vitestTest([], 'pays', 'passed'),
        vitestTest(['a card', 'is lost'], 'is refused', 'passed', 'Error: too\nlate\n    at server/pay.test.ts:3:86'),
        vitestTest([], 'never', 'failed', 'Error: no\n    at x', 'Error: no\n    at x'),
        vitestTest([], 'later', 'skipped'),
      ],
    },
    {
      name: '/project/db/client.test.ts',
      status: 'passed',
      assertionResults: [vitestTest([], 'opens', 'passed')],
    },
  ],
};

test('of Vitest’s: what failed at first and passed then has passed, and is named with what was wrong', async () => {
  expect(readVitestTally(await reportOf(vitestReport), '/project')).toEqual({
    passed: 3,
    failed: 1,
    skipped: 3,
    onSecondTry: [{ name: 'server/pay.test.ts > a card > is lost > is refused', error: 'Error: too' }],
  });
});

const tried = (...messages: (string | null)[]) => ({
  results: messages.map((message) => ({ errors: message === null ? [] : [{ message }] })),
});
const spec = (title: string, ...tests: object[]) => ({ title, file: 'portal.spec.ts', tests });

const playwrightReport = {
  stats: { expected: 5, unexpected: 1, flaky: 2, skipped: 3 },
  suites: [
    {
      title: 'portal.spec.ts',
      specs: [
        spec('signs in', { projectName: 'desktop', status: 'expected', ...tried(null) }),
        spec(
          'signs out',
          { projectName: 'desktop', status: 'expected', ...tried(null) },
          { projectName: 'phone', status: 'flaky', ...tried('\u001b[31mError: gone\u001b[39m\n\nCall log:', null) },
        ),
        spec('is broken', { projectName: 'desktop', status: 'unexpected', ...tried('Error: a', 'Error: a') }),
      ],
      suites: [
        {
          title: 'a visit',
          specs: [spec('ends', { projectName: 'desktop', status: 'flaky', results: [{ errors: [] }] })],
        },
      ],
    },
  ],
};

test('of Playwright’s: the same, with the device', async () => {
  expect(readPlaywrightTally(await reportOf(playwrightReport))).toEqual({
    passed: 7,
    failed: 1,
    skipped: 3,
    onSecondTry: [
      { name: 'e2e/portal.spec.ts > signs out > phone', error: 'Error: gone' },
      { name: 'e2e/portal.spec.ts > a visit > ends > desktop', error: '' },
    ],
  });
});

test('a run that broke off before it wrote a report ran no tests', () => {
  expect([readVitestTally('/nowhere/report.json', '/'), readPlaywrightTally('/nowhere/report.json')]).toEqual([
    noTests,
    noTests,
  ]);
});

test('those of all runners are listed under one heading, and nothing where there are none', async () => {
  const vitest = readVitestTally(await reportOf(vitestReport), '/project');
  const playwright = readPlaywrightTally(await reportOf(playwrightReport));
  const total = addTallies(addTallies(noTests, vitest), playwright);
  expect([total.passed, total.failed, total.skipped]).toEqual([10, 2, 6]);
  expect(listSecondTries(total)).toEqual([
    'Passed only the second time:',
    '  server/pay.test.ts > a card > is lost > is refused',
    '      Error: too',
    '  e2e/portal.spec.ts > signs out > phone',
    '      Error: gone',
    '  e2e/portal.spec.ts > a visit > ends > desktop',
  ]);
  expect(listSecondTries(noTests)).toEqual([]);
});
