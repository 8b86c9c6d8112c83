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

export interface Recorded {
  readonly text: string;
  readonly place?: string;
}

/** Whether a statement must name its merchant: it reads or writes rows, and is not meant for all merchants. */
export const mustNameMerchant = (text: string): boolean =>
  !text.includes(everyMerchant) && /^\s*(select|insert|update|delete|with)\b/i.test(text);

/**
 * Starts to record the statements of new processes. Uses the folder in `RECORD_STATEMENTS`, which may have statements of
 * earlier stages, or a new folder. Returns a function that reads all recorded statements.
 */
export async function startRecording(): Promise<() => Promise<Recorded[]>> {
  const given = process.env.RECORD_STATEMENTS;
  const folder = given ?? (await mkdtemp(join(tmpdir(), 'counterfoil-statements-')));
  process.env.RECORD_STATEMENTS = folder;
  return async () => {
    const recorded = await readRecorded(folder);
    if (given === undefined) await rm(folder, { recursive: true, force: true });
    return recorded;
  };
}

/** Throws an error that names every statement without its merchant. */
export async function checkStatements(url: string, recorded: readonly Recorded[]): Promise<void> {
  const problems = await findUnscoped(url, recorded);
  if (problems.length > 0) throw new Error(`Statements that do not name their merchant:\n${problems.join('\n')}`);
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
      if (!mustNameMerchant(text)) continue;
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

export const undefinedTable = '42P01';

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
    // A table of a test, or of the job queue, which is not in this database.
    if (error instanceof postgres.PostgresError && error.code === undefinedTable) return { 'Node Type': 'Result' };
    return `not planned (${(error as Error).message})`;
  }
}

/** The merchants' tables in a plan that are read without the merchant's id, in the order of their names. */
function unscopedScans(plan: Plan, tables: ReadonlyMap<string, string>): string[] {
  const nodes = nodesOf(plan);
  /** Aliases whose merchant is given. The rows of a CTE, function or list come from a part that is checked itself. */
  const given = new Set(
    nodes.filter((node) => /^(CTE|Function|Values|Subquery) Scan$/.test(String(node['Node Type']))).map(aliasOf),
  );
  const comparisons = nodes.flatMap(conditionsOf).flatMap((condition) => [...comparisonsIn(condition)]);
  for (let before = -1; before < given.size; ) {
    before = given.size;
    for (const comparison of comparisons) {
      const aliases = comparison.split('=');
      if (aliases.length === 1 || aliases.some((alias) => given.has(alias)))
        for (const alias of aliases) given.add(alias);
    }
  }
  const unscoped = nodes.filter(
    (node) => String(node['Node Type']).endsWith('Scan') && tableOf(node, tables) && !given.has(aliasOf(node)),
  );
  return [...new Set(unscoped.map((node) => tableOf(node, tables) ?? ''))].sort();
}

const aliasOf = (node: Plan): string => String(node.Alias);
const tableOf = (node: Plan, tables: ReadonlyMap<string, string>) => tables.get(String(node['Relation Name']));
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** The conditions that all rows of a node meet. Of an index in a bitmap, the rows may come from another one. */
const conditionsOf = (node: Plan): string[] =>
  node['Node Type'] === 'Bitmap Index Scan'
    ? []
    : Object.entries(node).flatMap(([key, value]) => (/Cond$|Filter$/.test(key) ? String(value) : []));

/**
 * The aliases whose merchant a condition compares with a value, and those whose merchants it compares with each other
 * (`orders=payments`). Alternatives count if all of them do so.
 */
function comparisonsIn(condition: string): Set<string> {
  const inner = condition.replace(/^\((.*)\)$/s, '$1');
  const all = partsOf(inner, ' AND ');
  if (all.length > 1) return new Set(all.flatMap((part) => [...comparisonsIn(part)]));
  const [first, ...others] = partsOf(inner, ' OR ').map((part) =>
    part === inner ? comparedIn(part) : comparisonsIn(part),
  );
  return new Set([...(first ?? [])].filter((comparison) => others.every((other) => other.has(comparison))));
}

/** The parts of a condition that this word combines, outside of parentheses. */
function partsOf(condition: string, word: ' AND ' | ' OR '): string[] {
  const parts = [''];
  let depth = 0;
  for (const token of condition.split(/( AND | OR |[()])/)) {
    if (token === '(') depth += 1;
    if (token === ')') depth -= 1;
    if (token === word && depth === 0) parts.push('');
    else parts.push(`${parts.pop()}${token}`);
  }
  return parts;
}

/** An equality as EXPLAIN prints it. */
function comparedIn(equality: string): Set<string> {
  const [, left = '', right = ''] = /^([\w".$]+) = (?:ANY )?\(*([\w".$']+)/.exec(equality) ?? [];
  const aliases = [left, right].flatMap((side) => /^"?(\w+)"?\.merchant_id$/.exec(side)?.[1] ?? []);
  return new Set(aliases.length > 0 ? [aliases.join('=')] : []);
}
