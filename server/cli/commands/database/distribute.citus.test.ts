/** Distribution and its report on a real Citus cluster. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { openDatabase } from '#db/client.ts';
import { remainingSteps } from '#db/distribution/distribute.ts';
import { applyDistributed, knownMigrations, migrate, migrationsFolder, readMigrations } from '#db/migrate.ts';
import journal from '#db/migrations/meta/_journal.json' with { type: 'json' };
import { checkNodes } from '#db/nodes/check-nodes.ts';
import { withClient } from '#db/single-client.ts';
import { projectRoot } from '#server/cli/project-root.ts';
import { insertTestMerchant } from '#server/testing/api.ts';
import { newDistributedDatabase, readNodes } from '#server/testing/citus/cluster.ts';
import { runCommand } from '#server/testing/command-line.ts';
import type { TestDatabase } from '#server/testing/test-servers.ts';

let database: TestDatabase;
const distribute = (...options: string[]) => runCommand(['database', 'distribute', ...options], database.url);
const query = async (statement: string) =>
  (await withClient(database.url, 'tests', (client) => client.query(statement))).rows;

beforeAll(async () => {
  database = await newDistributedDatabase(inject('emptyDatabaseUrl'), { isEmpty: true });
  await migrate(database.url);
  const { db, close } = openDatabase(database.url, { max: 2, applicationName: 'tests' });
  for (let count = 0; count < 20; count += 1) await insertTestMerchant(db);
  await close();
});
afterAll(() => database?.close());

test('--check lists the steps and changes nothing', async () => {
  const { code, stdout } = await distribute('--check');
  expect(code).toBe(0);
  expect(stdout).toContain('copy store_directory to every node\n');
  expect(stdout).toContain('distribute stores\n');
  expect(stdout).toContain('distribute orders\n');
  expect(await query('select from pg_dist_partition')).toEqual([]);
  const doctor = JSON.parse((await runCommand(['doctor', '--json'], database.url)).stdout);
  expect(doctor).toMatchObject({ missingMigrations: 0, problems: [] });
  const problem =
    'DATABASE_NODES is set, and the database is not distributed: run `counterfoil database distribute`, or unset it.';
  await expect(checkNodes(database.url, ['node-1:5432'])).rejects.toThrow(problem);
});

test('refuses while a process of Counterfoil is connected', async () => {
  const { code, stderr } = await withClient(database.url, 'counterfoil', () => distribute());
  expect([code, stderr]).toEqual([1, 'Counterfoil is connected (1 connections): stop all its processes first.\n']);
});

test('continues after kill -9 with all rows; until then no process starts', async () => {
  const program = spawn(process.execPath, ['server/cli/counterfoil.ts', 'database', 'distribute'], {
    cwd: projectRoot,
    env: { ...process.env, DATABASE_URL: database.url },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: program.stdout })) if (line.includes('distribute orders')) break;
  program.kill('SIGKILL');
  await once(program, 'exit');
  const refusal = 'The distribution of the database is not finished: run `counterfoil database distribute` again';
  await expect(migrate(database.url)).rejects.toThrow(refusal);
  expect(await runCommand(['doctor'], database.url)).toMatchObject({ code: 1 });

  // The killed process's connection ends when its statement does.
  await expect.poll(() => distribute(), { timeout: 60_000 }).toMatchObject({ code: 0 });
  expect(await distribute()).toMatchObject({ code: 0, stdout: 'Every table is in its place.\n' });
  expect(
    await query('select count(*)::int as keys, count(distinct merchant_id)::int as merchants from api_keys'),
  ).toEqual([{ keys: 40, merchants: 20 }]);
  await migrate(database.url);
  const orphan = query(`insert into group_products (group_id, product_id, merchant_id)
    select gen_random_uuid(), gen_random_uuid(), '${'0'.repeat(8)}-0000-7000-8000-000000000000'`);
  await expect(orphan).rejects.toThrow(/violates (foreign key|not-null) constraint/);
});

test('the doctor reports where each table lies, and how much of it on each node', async () => {
  const { code, stdout } = await runCommand(['doctor', '--json'], database.url);
  const { nodes, tables, problems } = JSON.parse(stdout);
  expect([code, problems]).toEqual([0, []]);
  expect(nodes).toHaveLength(3);
  expect(nodes.every(({ answers }: { answers: boolean }) => answers)).toBe(true);
  const find = (name: string) => tables.find((table: { name: string }) => table.name === name);
  expect(find('store_directory')).toMatchObject({ actual: 'everywhere', sizes: [] });
  expect(find('stores')).toMatchObject({ actual: 'by merchant' });
  expect(find('rate_limits')).toMatchObject({ actual: 'coordinator', sizes: [] });
  expect(find('daily_limits')).toMatchObject({ actual: 'coordinator', sizes: [] });
  expect(find('api_keys').sizes).toEqual(
    nodes
      .filter(({ holdsRows }: { holdsRows: boolean }) => holdsRows)
      .map(({ host, port }: { host: string; port: number }) => ({
        host,
        port,
        bytes: expect.any(Number),
      })),
  );
  expect((await runCommand(['doctor'], database.url)).stdout).toMatch(/orders +by merchant +[\d.]+ MB +[\d.]+ MB\n/);
});

test('a node without options is reported, and gets them while Counterfoil runs', async () => {
  const [node = ''] = (await readNodes(database.url)).split(',');
  const nodeUrl = Object.assign(new URL(database.url), { host: node }).href;
  await withClient(nodeUrl, 'tests', async (client) => {
    await client.query('set citus.enable_ddl_propagation = off');
    await client.query(`alter database ${new URL(nodeUrl).pathname.slice(1)} reset all`);
  });
  const problem = `The node ${node} lacks options: run \`counterfoil database distribute\`.`;
  expect((await runCommand(['doctor'], database.url)).stdout).toContain(`${problem}\n`);
  const { code, stdout } = await withClient(database.url, 'counterfoil', () => distribute());
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^1\/1 set the options of the database \([\d.]+ s\)\n$/)]);
  expect((await runCommand(['doctor'], database.url)).stdout).toContain('Nothing is wrong.\n');
  const { rows } = await withClient(nodeUrl, 'tests', (client) => client.query('show citus.enable_unsafe_triggers'));
  expect(rows).toEqual([{ 'citus.enable_unsafe_triggers': 'on' }]);
});

test('a repeated statement does not use more and more memory on the node of its rows', async () => {
  const [node = ''] = (await readNodes(database.url)).split(',');
  const nodeUrl = Object.assign(new URL(database.url), { host: node }).href;
  await withClient(nodeUrl, 'tests', async (client) => {
    const { rows } = await client.query(`
      select merchant_id as id from api_keys
      where get_shard_id_for_distribution_column('api_keys', merchant_id) in (
        select shardid from pg_dist_placement join pg_dist_node using (groupid)
        where nodename || ':' || nodeport = '${node}') limit 1`);
    const statement = { name: 'keys', text: 'select id from api_keys where merchant_id = $1', values: [rows[0]?.id] };
    const repeat = async (times: number) => {
      for (let time = 0; time < times; time += 1) expect((await client.query(statement)).rowCount).toBe(2);
      const used = await client.query('select sum(used_bytes)::float8 as bytes from pg_backend_memory_contexts');
      return used.rows[0]?.bytes as number;
    };
    const before = await repeat(50);
    expect((await repeat(300)) - before).toBeLessThan(1_000_000);
  });
});

test('DATABASE_NODES that the cluster does not have prevent the start', async () => {
  const nodes = await readNodes(database.url);
  await checkNodes(database.url, nodes.split(','));
  await expect(checkNodes(database.url, ['node-9:5432'])).rejects.toThrow(
    /^DATABASE_NODES names node-9:5432, which is not in the cluster of [\d.:, ]+\.$/,
  );
});

test('the newest migration applies to a database that was distributed before it', async () => {
  const older = await newDistributedDatabase(inject('emptyDatabaseUrl'), { isEmpty: true });
  onTestFinished(() => older.close());
  const folder = await mkdtemp(join(tmpdir(), 'counterfoil-migrations-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await cp(migrationsFolder, folder, { recursive: true });
  const entries = journal.entries.slice(0, -1);
  await writeFile(join(folder, 'meta/_journal.json'), JSON.stringify({ ...journal, entries }));
  await withClient(older.url, 'tests', async (client) => {
    await applyMigrations(drizzle(client), { migrationsFolder: folder });
    for (const { run } of await remainingSteps(client)) await run(client);
    expect(await readMigrations(client)).toEqual(knownMigrations.slice(0, -1));
  });
  await migrate(older.url);
  expect((await runCommand(['doctor'], older.url)).stdout).toContain('Nothing is wrong.\n');
  expect(await withClient(older.url, 'tests', readMigrations)).toEqual(knownMigrations);
});

test('a later migration places its new table beside the others', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'counterfoil-migrations-'));
  await mkdir(join(folder, 'meta'));
  const when = Math.max(...knownMigrations) + 1;
  await writeFile(
    join(folder, 'meta/_journal.json'),
    JSON.stringify({
      version: '7',
      dialect: 'postgresql',
      entries: [{ idx: 0, version: '7', when, tag: 'later', breakpoints: true }],
    }),
  );
  await writeFile(
    join(folder, 'later.sql'),
    `CREATE TABLE "later_notes" ("id" uuid, "merchant_id" uuid, "order_id" uuid, PRIMARY KEY ("id", "merchant_id"));--> statement-breakpoint
ALTER TABLE "later_notes" ADD CONSTRAINT "later_notes_fk" FOREIGN KEY ("order_id", "merchant_id") REFERENCES "orders" ("id", "merchant_id");`,
  );
  await withClient(database.url, 'tests', (client) => applyDistributed(client, knownMigrations, folder));
  expect(await query("select partmethod from pg_dist_partition where logicalrelid = 'later_notes'::regclass")).toEqual([
    { partmethod: 'h' },
  ]);
  await rm(folder, { recursive: true });
});
