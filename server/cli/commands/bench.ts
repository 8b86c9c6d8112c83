/**
 * `npm run bench -- <case>`: measurements, each beside a ceiling of its own. Never part of the tests.
 */
import { cpus } from 'node:os';
import { parseOptions, UsageError } from '../usage-error.ts';

export const usage = 'bench [checkout] [renewals] [scale] [webhooks]';
export const summary = 'Measure: prints a table, and the same as JSON.';

const cases: Record<string, () => Promise<{ run: () => Promise<object> }>> = {
  checkout: () => import('../../../bench/checkout.ts'),
  renewals: () => import('../../../bench/renewals.ts'),
  scale: () => import('../../../bench/scale.ts'),
  webhooks: () => import('../../../bench/webhooks.ts'),
};

export async function run(args: string[]) {
  const { positionals } = parseOptions({ args, options: {}, allowPositionals: true });
  const wanted = positionals.length > 0 ? positionals : Object.keys(cases);
  const unknown = wanted.find((name) => !Object.hasOwn(cases, name));
  if (unknown) throw new UsageError(`There is no benchmark '${unknown}'; there are ${Object.keys(cases).join(', ')}`);
  Object.assign(process.env, { NODE_ENV: 'production' });
  const machine = { date: new Date().toISOString().slice(0, 10), node: process.version, cpus: cpus().length };
  for (const name of wanted) {
    const { run: measure } = (await cases[name]?.()) ?? {};
    const figures = await measure?.();
    console.log(JSON.stringify({ case: name, ...machine, ...figures }, null, 2));
  }
  process.exit(0);
}
