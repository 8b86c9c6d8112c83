/**
 * `npm run bench -- <case>`: measurements, each beside a ceiling of its own. Never part of the tests.
 */
import { writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { parseOptions, UsageError } from '../usage-error.ts';

export const usage = 'bench [--json <file>] [<case> …]';
export const summary = 'Measure: prints a table, and the same as JSON. Without names everything is measured.';

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
type RequestName = (typeof requests)[number];

const others: Record<string, () => Promise<{ run: () => Promise<object> }>> = {
  bodies: () => import('../../../bench/bodies.ts'),
  checkout: () => import('../../../bench/checkout.ts'),
  renewals: () => import('../../../bench/renewals.ts'),
  scale: () => import('../../../bench/scale.ts'),
  webhooks: () => import('../../../bench/webhooks.ts'),
};

export async function run(args: string[]) {
  const { values, positionals } = parseOptions({ args, options: { json: { type: 'string' } }, allowPositionals: true });
  const known: string[] = [...requests, ...Object.keys(others)];
  const unknown = positionals.find((name) => !known.includes(name));
  if (unknown) throw new UsageError(`There is no benchmark '${unknown}'; there are ${known.join(', ')}`);
  const wanted = positionals.length > 0 ? positionals : known;
  Object.assign(process.env, { NODE_ENV: 'production' });
  const all: object[] = [];
  const tell = (figures: object) => {
    const told = { ...figures, ...machine() };
    all.push(told);
    console.log(JSON.stringify(told, null, 2));
    if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(all, null, 2)}\n`);
  };
  const ofRequests = requests.filter((name): name is RequestName => wanted.includes(name));
  if (ofRequests.length > 0) {
    const { measureRequests } = await import('../../../bench/requests/run.ts');
    await measureRequests(ofRequests, tell);
  }
  for (const name of wanted) {
    const measured = await (await others[name]?.())?.run();
    if (measured) tell({ case: name, ...measured });
  }
  process.exit(0);
}

const machine = () => ({
  date: new Date().toISOString().slice(0, 10),
  node: process.version,
  platform: `${process.platform} ${process.arch}`,
  cpus: cpus().length,
  cpu: cpus()[0]?.model,
  memoryMib: Math.round(totalmem() / 1024 / 1024),
});
