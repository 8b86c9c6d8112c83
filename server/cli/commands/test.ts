/**
 * `npm test`: runs all checks and tests, cheapest first, and stops after the first stage that fails. No test is retried.
 * The last line on stdout is `N passed, N failed`.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBrowser } from '#server/testing/browser.ts';
import { clusterProgram, hasCluster } from '#server/testing/citus/cluster.ts';
import { type Cluster, openCluster } from '#server/testing/citus/start-cluster.ts';
import {
  addTallies,
  noTests,
  readPlaywrightTally,
  readSkippedTests,
  readVitestTally,
  type Tally,
} from '#server/testing/tally.ts';
import { buildStorefront, ensureBuild } from '../build.ts';
import { projectRoot } from '../project-root.ts';
import { spawnTied } from '../tied-process.ts';
import { UsageError } from '../usage-error.ts';

export const usage = 'test [--only static|unit|api|e2e|citus [arguments for the test runner]]';
export const summary =
  'Check types and style, then run the unit, API and browser tests, and the API tests on Citus if there is a cluster.';

const PARTS = ['static', 'unit', 'api', 'e2e', 'citus'] as const;
type Part = (typeof PARTS)[number];

/** The folder with the statements of all stages: the one on Citus plans them all (server/testing/statements). */
const statements = 'statements';

/** A failed stage that ran no tests counts as one failure. */
const FAILED_STAGE: Tally = { ...noTests, failed: 1 };

type Stage = { name: string; parts: Part[]; run(context: Context): Promise<Tally> };
type Context = { only: Part | null; rest: string[]; reports: string; browser: Promise<string> | null };

const stages: Stage[] = [
  { name: 'types and style', parts: ['static'], run: checkStatically },
  { name: 'build', parts: ['api', 'e2e', 'citus'], run: makeBuild },
  { name: 'unit and API tests', parts: ['unit', 'api'], run: runAllProjects },
  { name: 'browser tests', parts: ['e2e'], run: runPlaywright },
  { name: 'API tests on Citus', parts: ['citus'], run: runOnCitus },
];

export async function run(args: string[]) {
  const { only, rest } = readArguments(args);
  const reports = await mkdtemp(join(tmpdir(), 'counterfoil-reports-'));
  await mkdir(join(reports, statements));
  const needsBrowser = only === null || only === 'e2e';
  const context: Context = { only, rest, reports, browser: needsBrowser ? ensureBrowser() : null };
  // The search runs beside the other stages. The browser stage awaits it and reports a failure.
  context.browser?.catch(() => {});
  const total = await runStages(
    stages.filter(({ parts }) => only === null || parts.includes(only)),
    context,
  );
  await rm(reports, { recursive: true, force: true });
  const ranTests = only === 'static' || total.passed + total.failed > 0;
  if (!ranTests) console.log('No test ran: this counts as a failure.');
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
  console.log(`${total.passed} passed, ${total.failed} failed${skipped}`);
  process.exitCode = total.failed > 0 || !ranTests ? 1 : 0;
}

/** Takes `--only PART`; all other arguments go to the test runner of that part. */
function readArguments(args: string[]): { only: Part | null; rest: string[] } {
  const index = args.indexOf('--only');
  if (index === -1) {
    if (args.length > 0) throw new UsageError(`Which tests? Say --only unit|api|e2e|citus before '${args[0]}'`);
    return { only: null, rest: [] };
  }
  const only = PARTS.find((part) => part === args[index + 1]);
  if (!only) throw new UsageError(`--only is one of ${PARTS.join(', ')}`);
  return { only, rest: args.toSpliced(index, 2) };
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

/** The checks run side by side, because none of them keeps two processors busy all the time. */
async function checkStatically(): Promise<Tally> {
  const tallies = await Promise.all([
    checkTypes(),
    runQuietly('biome', ['check', '.', '--max-diagnostics=100']),
    runQuietly('oxlint', []),
    runQuietly('knip', []),
  ]);
  return tallies.reduce(addTallies);
}

/** Generates the route types first: a fresh clone has none, and a moved page leaves stale ones. */
async function checkTypes(): Promise<Tally> {
  const generated = await runQuietly('next', ['typegen']);
  return generated.failed > 0 ? generated : await runQuietly('tsc', ['--noEmit']);
}

/** API tests run without Next, so they only need the storefront build. */
async function makeBuild({ only }: Context): Promise<Tally> {
  try {
    await (only === 'api' || only === 'citus' ? buildStorefront() : ensureBuild());
    return noTests;
  } catch (error) {
    console.log((error as Error).message);
    return FAILED_STAGE;
  }
}

async function runAllProjects({ only, rest, reports }: Context): Promise<Tally> {
  const projects = only === 'unit' || only === 'api' ? [`--project=${only}`] : [];
  return await runVitest(reports, 'vitest', [...projects, ...rest]);
}

async function runVitest(
  reports: string,
  name: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<Tally> {
  const report = join(reports, `${name}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const code = await runTool('vitest', ['run', ...reporters, ...args], {
    RECORD_STATEMENTS: join(reports, statements),
    ...env,
  });
  for (const name of readSkippedTests(report, projectRoot)) console.log(`Skipped: ${name}`);
  return countFailure(readVitestTally(report), code);
}

/** The tests of the contract, concurrency, chaos, clocks and the ledger. */
async function runOnCitus({ rest, reports }: Context): Promise<Tally> {
  if (!hasCluster()) {
    console.log(`Skipped: the tests on Citus, because CITUS_URL is not set and ${clusterProgram} does not exist`);
    return noTests;
  }
  let cluster: Cluster;
  try {
    cluster = await openCluster();
  } catch (error) {
    console.log((error as Error).message);
    return FAILED_STAGE;
  }
  const env = { TEST_ON_CITUS: 'on', CITUS_URL: cluster.url, CITUS_FOLDER: cluster.folder };
  try {
    return await runVitest(reports, 'citus', rest, env);
  } finally {
    await cluster.close();
  }
}

async function runPlaywright({ rest, reports, browser }: Context): Promise<Tally> {
  const report = join(reports, 'playwright.json');
  try {
    const env = { CHROMIUM_PATH: (await browser) ?? '', PLAYWRIGHT_JSON_OUTPUT_FILE: report };
    const args = ['test', '--config=e2e', '--reporter=list,json', ...rest];
    const code = await runTool('playwright', args, env);
    return countFailure(readPlaywrightTally(report), code);
  } catch (error) {
    console.log((error as Error).message);
    return FAILED_STAGE;
  }
}

/** A runner can fail without a failed test, for example when a file does not load. */
function countFailure(tally: Tally, exitCode: number): Tally {
  return exitCode !== 0 && tally.failed === 0 ? addTallies(tally, FAILED_STAGE) : tally;
}

async function runTool(tool: string, args: string[], env: Record<string, string> = {}): Promise<number> {
  return await spawnTied([toolPath(tool), ...args], { cwd: projectRoot, env: { ...process.env, ...env } }).ended;
}

/** Prints one line with the duration. Prints the tool's output only if it fails. */
async function runQuietly(tool: string, args: string[]): Promise<Tally> {
  let output = '';
  const onOutput = (text: string) => {
    output += text;
  };
  const started = performance.now();
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1' };
  const tied = spawnTied([toolPath(tool), ...args], { cwd: projectRoot, env, output: ['pipe', 'inherit'], onOutput });
  const code = await tied.ended;
  const verdict = code === 0 ? 'ok' : 'FAILED';
  console.log(`  ${[tool, ...args].join(' ')}: ${verdict} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
  if (code === 0) return noTests;
  console.log(output);
  return FAILED_STAGE;
}

function toolPath(tool: string) {
  return join(projectRoot, 'node_modules', '.bin', tool);
}
