/**
 * Checks that each statement stays on its merchant's node of a Citus cluster. Naming the merchant (plan-statements.ts) is not
 * enough: a subquery that only compares columns with each other asks all parts of the tables.
 */
import pg, { type ClientBase } from 'pg';
import { withClient } from '#db/single-client.ts';
import { mustNameMerchant, type Recorded, undefinedTable } from './plan-statements.ts';

/** Insertions of lists with rows of several merchants, which Citus sends through the coordinator. */
const mixedLists = /^\s*insert into "(emails|request_log)"/;

/** Reads of a caller with stores of several merchants may ask their nodes. */
const severalMerchants = /\bmerchant_id"? = any\(/;

/** Plans the statements in a distributed database. Returns a line for each that does not stay on one node. */
export const findScattered = (url: string, recorded: readonly Recorded[]): Promise<string[]> =>
  withClient(url, 'counterfoil-tests', async (client) => {
    const problems: string[] = [];
    for (const { text, place } of recorded) {
      if (!mustNameMerchant(text) || mixedLists.test(text) || severalMerchants.test(text)) continue;
      const problem = await problemOf(client, text);
      if (problem !== undefined) problems.push(`${place ?? 'unknown place'}: ${problem}: ${text}`);
    }
    return problems.sort();
  });

/** Throws an error that names every statement that does not stay on one node. */
export async function checkOnCluster(url: string, recorded: readonly Recorded[]): Promise<void> {
  const problems = await findScattered(url, recorded);
  if (problems.length > 0) throw new Error(`Statements that do not stay on one node:\n${problems.join('\n')}`);
}

async function problemOf(client: ClientBase, text: string): Promise<string | undefined> {
  try {
    const values = (await readTypes(client, text)).map(sampleOf);
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    const parts = Math.max(0, ...[...plan.matchAll(/Task Count: (\d+)/g)].map(([, count]) => Number(count)));
    if (parts > 1) return `asks ${parts} parts`;
    return plan.includes('INSERT/SELECT method') ? 'sends rows through the coordinator' : undefined;
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === undefinedTable) return undefined;
    return `not planned (${(error as Error).message})`;
  }
}

/** The types of a statement's parameters. */
async function readTypes(client: ClientBase, text: string): Promise<string[]> {
  await client.query(`prepare counterfoil_planned as ${text}`);
  const { rows } = await client.query<{ types: string[] }>(
    "select parameter_types::text[] as types from pg_prepared_statements where name = 'counterfoil_planned'",
  );
  await client.query('deallocate counterfoil_planned');
  return rows[0]?.types ?? [];
}

const uuid = '00000000-0000-7000-8000-000000000000';
const samples: Readonly<Record<string, string>> = {
  uuid,
  'uuid[]': `{${uuid}}`,
  json: '[]',
  jsonb: '[]',
  boolean: 'true',
  'timestamp with time zone': '2026-11-27T00:00:00Z',
  date: '2026-11-27',
  interval: '1 day',
};

/** A value of a type: Citus plans for values. */
const sampleOf = (type: string): string => samples[type] ?? (type.endsWith('[]') ? '{}' : '1');
