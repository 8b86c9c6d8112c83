/** `npm run bench -- <case>`: benchmarks, each beside its ceiling. Not part of the tests. */
import { writeFileSync } from 'node:fs';
import { parseOptions, UsageError } from '../usage-error.ts';

export const usage = 'bench [--result <file>] [<case> …]';
export const summary = 'Run benchmarks and write bench-result.md. Without names, run all cases.';

const importResult = () => import('../../../bench/result.ts');
type Result = Parameters<Awaited<ReturnType<typeof importResult>>['sectionOf']>[0];

const requests = [
  'create-session',
  'create-session-idempotent',
  'create-session-slug',
  'preview-tax',
  'graphql-products',
  'graphql-order',
  'checkout-page',
  'complete-sale',
] as const;

const others: Record<string, () => Promise<{ run: () => AsyncGenerator<Result> }>> = {
  bodies: () => import('../../../bench/bodies.ts'),
  citus: () => import('../../../bench/citus.ts'),
  checkout: () => import('../../../bench/checkout.ts'),
  memory: () => import('../../../bench/memory.ts'),
  renewals: () => import('../../../bench/renewals.ts'),
  scale: () => import('../../../bench/scale.ts'),
  webhooks: () => import('../../../bench/webhooks.ts'),
};

export async function run(args: string[]) {
  const options = { result: { type: 'string', default: 'bench-result.md' } } as const;
  const { values, positionals } = parseOptions({ args, options, allowPositionals: true });
  const known: string[] = [...requests, ...Object.keys(others)];
  const unknown = positionals.find((name) => !known.includes(name));
  if (unknown) throw new UsageError(`Unknown benchmark '${unknown}'; available: ${known.join(', ')}`);
  const wanted = positionals.length > 0 ? positionals : known;
  Object.assign(process.env, { NODE_ENV: 'production' });
  const { fileOf, sectionOf } = await importResult();
  const all: Result[] = [];
  for await (const result of measure(wanted)) {
    all.push(result);
    console.log(sectionOf(result));
    // After each case, as all of them take more than an hour.
    writeFileSync(values.result, fileOf(all));
  }
  process.exit(0);
}

async function* measure(wanted: readonly string[]): AsyncGenerator<Result> {
  const requested = requests.filter((name) => wanted.includes(name));
  if (requested.length > 0) yield* (await import('../../../bench/requests/run.ts')).run(requested);
  for (const name of wanted) {
    const bench = await others[name]?.();
    if (bench) yield* bench.run();
  }
}
