/**
 * `npm test`: everything that can be checked, cheapest first, up to the first stage that fails. The last line on
 * stdout is `N passed, N failed`.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBrowser } from '#server/testing/browser.ts';
import {
  addTallies,
  listSecondTries,
  noTests,
  readPlaywrightTally,
  readVitestTally,
  type Tally,
} from '#server/testing/tally.ts';
import { buildStorefront, ensureBuild } from '../build.ts';
import { projectRoot } from '../project-root.ts';
import { spawnTied } from '../tied-process.ts';
import { UsageError } from '../usage-error.ts';

export const usage = 'test [--only static|unit|api|e2e [arguments for the test runner]]';
export const summary = 'Check types and style, then run the unit, API and browser tests.';

const PARTS = ['static', 'unit', 'api', 'e2e'] as const;
type Part = (typeof PARTS)[number];

/** A failed stage that ran no tests counts as one failure. */
const FAILED_STAGE: Tally = { ...noTests, failed: 1 };

type Stage = { name: string; parts: Part[]; run(context: Context): Promise<Tally> };
type Context = { only: Part | null; rest: string[]; reports: string; browser: Promise<string> | null };

const stages: Stage[] = [
  { name: 'types and style', parts: ['static'], run: checkStatically },
  { name: 'build', parts: ['api', 'e2e'], run: makeBuild },
  { name: 'unit and API tests', parts: ['unit', 'api'], run: runVitest },
  { name: 'browser tests', parts: ['e2e'], run: runPlaywright },
];

export async function run(args: string[]) {
  const { only, rest } = readArguments(args);
  const reports = await mkdtemp(join(tmpdir(), 'counterfoil-reports-'));
  const needsBrowser = only === null || only === 'e2e';
  const context: Context = { only, rest, reports, browser: needsBrowser ? ensureBrowser() : null };
  // It is looked for while other stages run, and missed only by the one that needs it.
  context.browser?.catch(() => {});
  const total = await runStages(
    stages.filter(({ parts }) => only === null || parts.includes(only)),
    context,
  );
  await rm(reports, { recursive: true, force: true });
  const ranTests = only === 'static' || total.passed + total.failed > 0;
  if (!ranTests) console.log('No test ran, which counts as a failure.');
  for (const line of listSecondTries(total)) console.log(line);
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
  console.log(`${total.passed} passed, ${total.failed} failed${skipped}`);
  process.exitCode = total.failed > 0 || !ranTests ? 1 : 0;
}

/** `--only PART` is ours; what else there is, the part's own test runner understands. */
function readArguments(args: string[]): { only: Part | null; rest: string[] } {
  const at = args.indexOf('--only');
  if (at === -1) {
    if (args.length > 0) throw new UsageError(`Which tests? Say --only unit|api|e2e before '${args[0]}'`);
    return { only: null, rest: [] };
  }
  const only = PARTS.find((part) => part === args[at + 1]);
  if (!only) throw new UsageError(`--only is one of ${PARTS.join(', ')}`);
  return { only, rest: [...args.slice(0, at), ...args.slice(at + 2)] };
}

async function runStages(chosen: Stage[], context: Context): Promise<Tally> {
  let total = noTests;
  for (const stage of chosen) {
    const started = performance.now();
    const tally = await stage.run(context);
    total = addTallies(total, tally);
    const verdict = tally.failed > 0 ? 'FAILED' : 'ok';
    console.log(`\n== ${stage.name}: ${verdict} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
    if (tally.failed > 0) break;
  }
  return total;
}

/** Side by side: none of them fills two processors from its first second to its last. */
async function checkStatically(): Promise<Tally> {
  const tallies = await Promise.all([
    checkTypes(),
    runQuietly('biome', ['check', '.', '--max-diagnostics=100']),
    runQuietly('oxlint', []),
    runQuietly('knip', []),
  ]);
  return tallies.reduce(addTallies);
}

/** The types of the routes are generated: a fresh clone has none, and a moved page leaves old ones behind. */
async function checkTypes(): Promise<Tally> {
  const generated = await runQuietly('next', ['typegen']);
  return generated.failed > 0 ? generated : await runQuietly('tsc', ['--noEmit']);
}

/** For the API alone, which is tested without Next, the buyers' pages are enough. */
async function makeBuild({ only }: Context): Promise<Tally> {
  try {
    await (only === 'api' ? buildStorefront() : ensureBuild());
    return noTests;
  } catch (error) {
    console.log((error as Error).message);
    return FAILED_STAGE;
  }
}

async function runVitest({ only, rest, reports }: Context): Promise<Tally> {
  const report = join(reports, 'vitest.json');
  const projects = only === 'unit' || only === 'api' ? [`--project=${only}`] : [];
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const code = await runAloud('vitest', ['run', ...projects, ...tries(only, '--retry'), ...reporters, ...rest]);
  return countFailure(readVitestTally(report, projectRoot), code);
}

async function runPlaywright({ only, rest, reports, browser }: Context): Promise<Tally> {
  const report = join(reports, 'playwright.json');
  try {
    const env = { CHROMIUM_PATH: (await browser) ?? '', PLAYWRIGHT_JSON_OUTPUT_FILE: report };
    const args = ['test', '--config=e2e', ...tries(only, '--retries'), '--reporter=list,json', ...rest];
    const code = await runAloud('playwright', args, env);
    return countFailure(readPlaywrightTally(report), code);
  } catch (error) {
    console.log((error as Error).message);
    return FAILED_STAGE;
  }
}

/**
 * On a busy machine an answer may be later than a test's patience: in a run of everything what has failed is tried once
 * more, and named at the end if it passes then. Whoever asks for a part is at work on it, and wants to see it fail.
 */
function tries(only: Part | null, option: '--retry' | '--retries'): string[] {
  return only === null ? [`${option}=1`] : [];
}

/** A runner may fail without a failed test: a file that does not load, an error outside any test. */
function countFailure(tally: Tally, exitCode: number): Tally {
  return exitCode !== 0 && tally.failed === 0 ? addTallies(tally, FAILED_STAGE) : tally;
}

async function runAloud(tool: string, args: string[], env: Record<string, string> = {}): Promise<number> {
  return await spawnTied([toolPath(tool), ...args], { cwd: projectRoot, env: { ...process.env, ...env } }).ended;
}

/** One line that says how long it took; its output only if it fails. */
async function runQuietly(tool: string, args: string[]): Promise<Tally> {
  let said = '';
  const onOutput = (text: string) => {
    said += text;
  };
  const started = performance.now();
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1' };
  const tied = spawnTied([toolPath(tool), ...args], { cwd: projectRoot, env, output: ['pipe', 'inherit'], onOutput });
  const code = await tied.ended;
  const verdict = code === 0 ? 'ok' : 'FAILED';
  console.log(`  ${[tool, ...args].join(' ')}: ${verdict} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
  if (code === 0) return noTests;
  console.log(said);
  return FAILED_STAGE;
}

function toolPath(tool: string) {
  return join(projectRoot, 'node_modules', '.bin', tool);
}
