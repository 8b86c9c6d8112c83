/** Test counts, read from the reports of the test runners. */
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

export interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export const noTests: Tally = { passed: 0, failed: 0, skipped: 0 };

export function addTallies(a: Tally, b: Tally): Tally {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped };
}

type VitestReport = Record<'numPassedTests' | 'numFailedTests' | 'numPendingTests' | 'numTodoTests', number>;

/** Reads Vitest's JSON report. Returns zeros if the run ended before the report was written. */
export function readVitestTally(path: string): Tally {
  const report = readReport<VitestReport>(path);
  if (!report) return noTests;
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

interface VitestTests {
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

/** The names of the tests that Vitest skipped, with their files below the folder. */
export function readSkippedTests(path: string, folder: string): string[] {
  const files = readReport<VitestTests>(path)?.testResults ?? [];
  return files.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status !== 'passed' && status !== 'failed')
      .map(({ fullName }) => `${relative(folder, name)}: ${fullName}`),
  );
}

type PlaywrightReport = { stats: Record<'expected' | 'unexpected' | 'flaky' | 'skipped', number> };

/** Reads Playwright's JSON report, like {@link readVitestTally}. A flaky test counts as failed. */
export function readPlaywrightTally(path: string): Tally {
  const report = readReport<PlaywrightReport>(path);
  if (!report) return noTests;
  const { expected, unexpected, flaky, skipped } = report.stats;
  return { passed: expected, failed: unexpected + flaky, skipped };
}

function readReport<Report>(path: string): Report | null {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Report) : null;
}
