/**
 * `npm run test:chaos`: two instances and two workers on one database under load. Each is repeatedly killed and
 * drained, and the database is stopped. Afterwards the run verifies that nothing was lost or done twice.
 */
import { randomInt } from 'node:crypto';
import type { Check } from '#server/testing/chaos/checks.ts';
import { parseOptions, UsageError } from '../usage-error.ts';

export const usage = 'chaos [--minutes N] [--seed S]';
export const summary = 'Test crashes and outages under load for 3 minutes. Exit 1 and list the problems, if any.';

const maxMinutes = 60;
const clients = 4;
const idleTimeoutMs = 6 * 60_000;

export async function run(args: string[]): Promise<void> {
  const { values } = parseOptions({
    args,
    options: { minutes: { type: 'string', default: '3' }, seed: { type: 'string' } },
  });
  const minutes = Number(values.minutes);
  if (!(minutes >= 1 && minutes <= maxMinutes)) throw new UsageError(`--minutes: 1 to ${maxMinutes}`);
  const seed = values.seed === undefined ? randomInt(1_000_000) : Number(values.seed);
  if (!Number.isSafeInteger(seed) || seed < 0) throw new UsageError('--seed: a whole number');
  const { runChaos } = await import('#server/testing/chaos/run.ts');
  const { openPlainDatabase } = await import('#server/testing/chaos/databases.ts');
  const { planAllDisruptions } = await import('#server/testing/chaos/disruptions.ts');
  console.log(`Seed ${seed}, ${minutes} min\n`);
  const rounds = Math.ceil(minutes / 3);
  const { checks, logs, figures } = await runChaos({
    seed,
    forMs: minutes * 60_000,
    clients,
    openDatabase: openPlainDatabase,
    planDisruptions: (targets, context) =>
      Array.from({ length: rounds }, () => planAllDisruptions(targets, context)).flat(),
    idleTimeoutMs,
    log: (line) => console.log(line),
  });
  console.log(`\n${tableOf(figures)}\n`);
  console.log('Errors in logs during database outages:');
  console.log(tableOf(logs.explained) || '  none');
  console.log(`\n${checks.map(lineOf).join('\n')}`);
  const isPassed = checks.every(holds);
  console.log(isPassed ? '\nAll checks passed.' : `\nSome checks failed. Repeat this run with --seed ${seed}`);
  process.exit(isPassed ? 0 : 1);
}

const holds = ({ checked, problems }: Check): boolean => checked > 0 && problems.length === 0;

function lineOf(check: Check): string {
  const { name, checked, problems } = check;
  const shown = problems.slice(0, 10).map((problem) => `\n    ${problem}`);
  const more = problems.length > shown.length ? [`\n    and ${problems.length - shown.length} more`] : [];
  return `${holds(check) ? 'ok   ' : 'WRONG'} ${name} (${checked})${[...shown, ...more].join('')}`;
}

const tableOf = (figures: Readonly<Record<string, number>>): string =>
  Object.entries(figures)
    .map(([name, figure]) => `  ${String(figure).padStart(8)}  ${name}`)
    .join('\n');
