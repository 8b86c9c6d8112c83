/**
 * How many tests passed, from the reports that the test runners write.
 */
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

export interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Those that failed at first and passed when they were tried once more; they count as passed. */
  readonly onSecondTry: readonly SecondTry[];
}

export interface SecondTry {
  /** Its file and its titles, from the outermost. */
  readonly name: string;
  /** What was wrong the first time, in a line. */
  readonly error: string;
}

export const noTests: Tally = { passed: 0, failed: 0, skipped: 0, onSecondTry: [] };

export function addTallies(a: Tally, b: Tally): Tally {
  return {
    passed: a.passed + b.passed,
    failed: a.failed + b.failed,
    skipped: a.skipped + b.skipped,
    onSecondTry: [...a.onSecondTry, ...b.onSecondTry],
  };
}

interface VitestReport
  extends Record<'numPassedTests' | 'numFailedTests' | 'numPendingTests' | 'numTodoTests', number> {
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly {
      readonly ancestorTitles: readonly string[];
      readonly title: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

/** From Vitest's JSON report, with files named from `root`; nothing where a run broke off before it wrote one. */
export function readVitestTally(path: string, root: string): Tally {
  const report = readReport<VitestReport>(path);
  if (!report) return noTests;
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
    // The report says nothing of tries; what passed keeps the errors of those that did not.
    onSecondTry: report.testResults.flatMap((file) =>
      file.assertionResults
        .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
        .map(({ ancestorTitles, title, failureMessages }) => ({
          name: nameOf(relative(root, file.name), [...ancestorTitles, title]),
          error: firstLine(failureMessages[0]),
        })),
    ),
  };
}

interface PlaywrightSuite {
  readonly title: string;
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs: readonly {
    readonly title: string;
    readonly file: string;
    readonly tests: readonly {
      readonly projectName: string;
      readonly status: string;
      readonly results: readonly { readonly errors: readonly { readonly message?: string }[] }[];
    }[];
  }[];
}

/** From Playwright's. */
export function readPlaywrightTally(path: string): Tally {
  const report = readReport<{
    stats: Record<'expected' | 'unexpected' | 'flaky' | 'skipped', number>;
    suites: PlaywrightSuite[];
  }>(path);
  if (!report) return noTests;
  const { expected, unexpected, flaky, skipped } = report.stats;
  // The outermost suites are the files.
  const onSecondTry = report.suites.flatMap((file) => secondTriesIn(file, []));
  return { passed: expected + flaky, failed: unexpected, skipped, onSecondTry };
}

function secondTriesIn(suite: PlaywrightSuite, around: readonly string[]): SecondTry[] {
  const own = suite.specs.flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === 'flaky')
      .map(({ projectName, results }) => ({
        name: nameOf(`e2e/${file}`, [...around, title, projectName]),
        error: firstLine(results[0]?.errors[0]?.message),
      })),
  );
  const inner = (suite.suites ?? []).flatMap((one) => secondTriesIn(one, [...around, one.title]));
  return [...own, ...inner];
}

const nameOf = (file: string, titles: readonly string[]): string =>
  [file, ...titles.filter((title) => title !== '')].join(' > ');

const firstLine = (message = ''): string => stripVTControlCharacters(message).split('\n', 1)[0] ?? '';

/** Of what passed only the second time, lines that nobody overlooks; none where there was nothing of the kind. */
export function listSecondTries({ onSecondTry }: Tally): string[] {
  if (onSecondTry.length === 0) return [];
  const lines = onSecondTry.flatMap(({ name, error }) => [`  ${name}`, ...(error === '' ? [] : [`      ${error}`])]);
  return ['Passed only the second time:', ...lines];
}

function readReport<Report>(path: string): Report | null {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Report) : null;
}
