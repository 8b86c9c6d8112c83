/**
 * Whether a statement names its merchant: PostgreSQL plans it, and every scan of a merchant's table needs a condition on
 * `merchant_id` that leads to a value. On one server it is a second guard of every tenant; on several it names the node.
 */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { placements } from '#db/distribution/placement.ts';

/** In a statement that is meant for the rows of all merchants: `everyMerchant` in server/platform/data/merchant-scope.ts. */
const everyMerchant = '/* every merchant */';

interface Recorded {
  readonly text: string;
  readonly place?: string;
}

/** Records the statements of all processes that are started from now on. */
export async function startRecording() {
  const folder = await mkdtemp(join(tmpdir(), 'counterfoil-statements-'));
  process.env.RECORD_STATEMENTS = folder;
  return {
    /** Throws an error that names every statement without its merchant. */
    async check(url: string): Promise<void> {
      const recorded = await readRecorded(folder);
      await rm(folder, { recursive: true, force: true });
      const problems = await findUnscoped(url, recorded);
      if (problems.length > 0) throw new Error(`Statements that do not name their merchant:\n${problems.join('\n')}`);
    },
  };
}

export async function readRecorded(folder: string): Promise<Recorded[]> {
  const byText = new Map<string, Recorded>();
  for (const file of await readdir(folder)) {
    for (const line of (await readFile(join(folder, file), 'utf8')).split('\n')) {
      if (!line) continue;
      const recorded = JSON.parse(line) as Recorded;
      if (!byText.get(recorded.text)?.place) byText.set(recorded.text, recorded);
    }
  }
  return [...byText.values()];
}

/** Plans the statements in a migrated database. Returns a line for each that does not name its merchant. */
export async function findUnscoped(url: string, recorded: readonly Recorded[]): Promise<string[]> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    const tables = await readMerchantTables(sql);
    const problems: string[] = [];
    for (const { text, place } of recorded) {
      if (text.includes(everyMerchant) || !/^\s*(select|insert|update|delete|with)\b/i.test(text)) continue;
      const plan = await planOf(sql, text);
      const unscoped = typeof plan === 'string' ? [plan] : unscopedScans(plan, tables);
      if (unscoped.length > 0) problems.push(`${place ?? 'unknown place'}: ${unscoped.join(', ')}: ${text}`);
    }
    return problems.sort();
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** The merchants' tables and their partitions. */
async function readMerchantTables(sql: postgres.Sql): Promise<Map<string, string>> {
  const rows = await sql<{ name: string; parent: string }[]>`
    select c.relname as name, coalesce(p.relname, c.relname) as parent
    from pg_class c left join pg_inherits on inhrelid = c.oid left join pg_class p on p.oid = inhparent
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`;
  return new Map(rows.filter(({ parent }) => !(parent in placements)).map(({ name, parent }) => [name, parent]));
}

interface Plan {
  readonly [key: string]: unknown;
  readonly Plans?: readonly Plan[];
}

/** The plan for any values; a text if PostgreSQL cannot plan the statement. */
async function planOf(sql: postgres.Sql, text: string): Promise<Plan | string> {
  try {
    const [row] = await sql.unsafe(`explain (generic_plan, verbose, format json) ${text}`);
    return row?.['QUERY PLAN'][0].Plan;
  } catch (error) {
    return `not planned (${(error as Error).message})`;
  }
}

/** The merchants' tables in a plan that are read without the merchant's id. */
export function unscopedScans(plan: Plan, tables: ReadonlyMap<string, string>): string[] {
  const nodes = flatten(plan);
  const conditions = nodes.flatMap((node) =>
    Object.entries(node).flatMap(([key, value]) => (/Cond$|Filter$/.test(key) ? String(value) : [])),
  );
  /** Aliases whose merchant is compared with each other, and those whose merchant is given. */
  const given = new Set<string>();
  const pairs: (readonly [string, string])[] = [];
  const name = String.raw`"?([a-z_][\w$]*)"?`;
  for (const condition of conditions) {
    for (const [, one = '', other] of condition.matchAll(
      new RegExp(String.raw`${name}\.merchant_id = (?:${name}\.merchant_id\b)?`, 'g'),
    )) {
      if (other) pairs.push([one, other]);
      else given.add(one);
    }
    for (const [, one = ''] of condition.matchAll(new RegExp(String.raw`= ${name}\.merchant_id`, 'g'))) {
      if (!pairs.some(([, other]) => other === one)) given.add(one);
    }
  }
  // The rows of a CTE, of a function or of a list come from the caller or from a part of the statement that is checked itself.
  for (const node of nodes)
    if (/^(CTE|Function|Values|Subquery|Table Function) Scan$/.test(String(node['Node Type'])))
      given.add(String(node.Alias));
  for (let before = -1; before !== given.size; ) {
    before = given.size;
    for (const [one, other] of pairs) {
      if (given.has(one)) given.add(other);
      if (given.has(other)) given.add(one);
    }
  }
  const scans = nodes.filter((node) => node['Relation Name'] && /Scan$/.test(String(node['Node Type'])));
  const unscoped = scans
    .filter((node) => tables.has(String(node['Relation Name'])) && !given.has(String(node.Alias)))
    .map((node) => tables.get(String(node['Relation Name'])) ?? '');
  return [...new Set(unscoped)];
}

const flatten = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(flatten)];
