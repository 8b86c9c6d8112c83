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

async function readRecorded(folder: string): Promise<Recorded[]> {
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
function unscopedScans(plan: Plan, tables: ReadonlyMap<string, string>): string[] {
  const nodes = nodesOf(plan);
  /** Aliases whose merchant is given. The rows of a CTE, function or list come from a part that is checked itself. */
  const given = new Set(
    nodes.filter((node) => /^(CTE|Function|Values|Subquery) Scan$/.test(String(node['Node Type']))).map(aliasOf),
  );
  /** Aliases whose merchants are compared with each other. */
  const pairs: [string, string][] = [];
  for (const [, left = '', right = ''] of nodes
    .flatMap(conditionsOf)
    .flatMap((condition) => [...condition.matchAll(comparison)])) {
    const [one, other] = [merchantColumn.exec(left)?.[1], merchantColumn.exec(right)?.[1]];
    if (one && other) pairs.push([one, other]);
    else if (one ?? other) given.add(one ?? other ?? '');
  }
  for (let before = -1; before < given.size; ) {
    before = given.size;
    for (const pair of pairs) if (pair.some((alias) => given.has(alias))) for (const alias of pair) given.add(alias);
  }
  const unscoped = nodes.filter(
    (node) => String(node['Node Type']).endsWith('Scan') && tableOf(node, tables) && !given.has(aliasOf(node)),
  );
  return [...new Set(unscoped.map((node) => tableOf(node, tables) ?? ''))];
}

/** The two sides of an equality, as EXPLAIN prints it. */
const comparison = /([\w".$]+) = (?:ANY )?\(*([\w".$']+)/g;
const merchantColumn = /^"?(\w+)"?\.merchant_id$/;

const aliasOf = (node: Plan): string => String(node.Alias);
const tableOf = (node: Plan, tables: ReadonlyMap<string, string>) => tables.get(String(node['Relation Name']));
/** The conditions that all rows of a node meet. Of an index in a bitmap, the rows may come from another one. */
const conditionsOf = (node: Plan): string[] =>
  node['Node Type'] === 'Bitmap Index Scan'
    ? []
    : Object.entries(node).flatMap(([key, value]) => (/Cond$|Filter$/.test(key) ? conjunctsOf(String(value)) : []));

/** The parts of a condition in parentheses that are combined by AND; without those that have an OR. */
function conjunctsOf(condition: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const token of condition.slice(1, -1).split(/( AND |[()])/)) {
    if (token === '(') depth += 1;
    if (token === ')') depth -= 1;
    if (token === ' AND ' && depth === 0) parts.push('');
    else parts.push(`${parts.pop()}${token}`);
  }
  if (parts.length > 1) return parts.flatMap(conjunctsOf);
  return / OR /.test(condition) ? [] : [condition];
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
