import type { ClientBase } from 'pg';
import {
  findNodesWithoutOptions,
  hasCitus,
  isDistributionUnfinished,
  type Node,
  readNodes,
  readTablePlaces,
  readTableSizes,
  type TablePlace,
  type TableSize,
} from '#db/distribution/distribution.ts';
import type { Place } from '#db/distribution/placement.ts';
import { knownMigrations, readMigrations } from '#db/migrate.ts';
import { findNodeProblems } from '#db/nodes/check-nodes.ts';
import { withClient } from '#db/single-client.ts';
import { openConfiguredDatabase } from '../configured-database.ts';
import { parseOptions } from '../usage-error.ts';

export const usage = 'doctor [--json]';
export const summary =
  'Report the state of the database: schema, nodes, and where the tables lie. Exit 1 if something is wrong.';

/** The state of the database. `nodes` and `tables` are empty on one PostgreSQL server. */
interface Report {
  readonly postgres: string;
  readonly missingMigrations: number;
  readonly nodes: readonly Node[];
  readonly tables: readonly (TablePlace & { readonly sizes: readonly Omit<TableSize, 'table'>[] })[];
  /** One sentence each. */
  readonly problems: readonly string[];
}

/** Reads the database and changes nothing. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseOptions({ args, options: { json: { type: 'boolean', default: false } } });
  const { settings, url, release } = await openConfiguredDatabase({ serving: false });
  try {
    const report = await withClient(url, 'counterfoil-cli', (client) => examine(client, settings.databaseNodes));
    process.stdout.write(values.json ? `${JSON.stringify(report)}\n` : asText(report));
    if (report.problems.length > 0) process.exitCode = 1;
  } finally {
    await release();
  }
}

async function examine(client: ClientBase, namedNodes: readonly string[]): Promise<Report> {
  const { rows } = await client.query<{ server_version: string }>('show server_version');
  const missingMigrations = knownMigrations.length - (await readMigrations(client)).length;
  const isCluster = await hasCitus(client);
  const nodes = isCluster ? await readNodes(client) : [];
  const silent = nodes.filter(({ answers }) => !answers);
  const places = isCluster ? await readTablePlaces(client) : [];
  const isDistributed = places.some(({ actual }) => actual === 'by merchant');
  // Sizes are read from all nodes.
  const sizes = isDistributed && silent.length === 0 ? await readTableSizes(client) : [];
  const tables = places.map((place) => ({
    ...place,
    sizes: sizes.filter(({ table }) => table === place.name).map(({ table: _, ...size }) => size),
  }));
  const withoutOptions = isDistributed && silent.length === 0 ? await findNodesWithoutOptions(client) : [];
  const misplaced = isDistributed ? places.filter(({ wanted, actual }) => wanted !== actual) : [];
  const isUnfinished = await isDistributionUnfinished(client);
  const problems = [
    ...(missingMigrations > 0
      ? [`The schema lacks ${missingMigrations} migrations: run \`counterfoil migrate\`.`]
      : []),
    ...silent.map(({ host, port }) => `The node ${host}:${port} does not answer: its merchants' calls get 503.`),
    ...(isUnfinished ? ['The distribution is not finished: run `counterfoil database distribute` again.'] : []),
    ...misplaced.map(({ name, wanted, actual }) => `${name} lies ${labels[actual]} instead of ${labels[wanted]}.`),
    ...withoutOptions.map(
      ({ host, port }) => `The node ${host}:${port} lacks options: run \`counterfoil database distribute\`.`,
    ),
    ...(await findNodeProblems(client, namedNodes)),
  ];
  return { postgres: rows[0]?.server_version ?? '', missingMigrations, nodes, tables, problems };
}

const labels: Readonly<Record<Place, string>> = {
  'by merchant': 'by merchant',
  everywhere: 'on every node',
  coordinator: 'on the coordinator',
};

function asText({ postgres, nodes, tables, problems }: Report): string {
  const total = (node: Node) =>
    tables.flatMap(({ sizes }) => sizes).reduce((sum, size) => sum + (isOn(size, node) ? size.bytes : 0), 0);
  const columns = nodes.filter(({ holdsRows }) => holdsRows);
  const rows = [
    ...nodes.map((node) => [
      `${node.host}:${node.port}`,
      node.isCoordinator ? 'coordinator' : 'worker',
      node.answers ? 'answers' : 'does not answer',
      ...(node.holdsRows ? [megabytes(total(node))] : []),
    ]),
    ...tables.map(({ name, actual, sizes }) => [
      name,
      labels[actual],
      ...(actual === 'by merchant'
        ? columns.map((node) => megabytes(sizes.find((size) => isOn(size, node))?.bytes ?? 0))
        : []),
    ]),
  ];
  return [
    `PostgreSQL ${postgres}, ${nodes.length > 0 ? `Citus with ${nodes.length} nodes` : 'one server'}`,
    ...rows.map(
      (cells) =>
        `  ${cells
          .map((cell, index) => cell.padEnd(index === 0 ? 30 : 20))
          .join('')
          .trimEnd()}`,
    ),
    ...(problems.length === 0 ? ['Nothing is wrong.'] : problems),
    '',
  ].join('\n');
}

const isOn = (size: { host: string; port: number }, node: Node): boolean =>
  size.host === node.host && size.port === node.port;

const megabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MB`;
