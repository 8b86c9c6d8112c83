/**
 * How many tests passed, from the reports that the test runners write.
 */
import { existsSync, readFileSync } from 'node:fs';

export type Tally = { passed: number; failed: number; skipped: number };

export const noTests: Tally = { passed: 0, failed: 0, skipped: 0 };

export function addTallies(a: Tally, b: Tally): Tally {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped };
}

/** From Vitest's JSON report; nothing where a run broke off before it wrote one. */
export function readVitestTally(path: string): Tally {
  const report =
    readReport<Record<'numPassedTests' | 'numFailedTests' | 'numPendingTests' | 'numTodoTests', number>>(path);
  if (!report) return noTests;
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** From Playwright's. A test that passed when tried again has passed. */
export function readPlaywrightTally(path: string): Tally {
  const report = readReport<{ stats: Record<'expected' | 'unexpected' | 'flaky' | 'skipped', number> }>(path);
  if (!report) return noTests;
  const { expected, unexpected, flaky, skipped } = report.stats;
  // The report above names the flaky ones.
  return { passed: expected + flaky, failed: unexpected, skipped };
}

function readReport<Report>(path: string): Report | null {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Report) : null;
}
