/** Compares `DATABASE_NODES` with the cluster. */
import type { ClientBase } from 'pg';
import { isDistributed, readNodes, readTablePlaces } from '../distribution/distribution.ts';
import { withClient } from '../single-client.ts';

/** The faults of the setting, one sentence each. */
export async function findNodeProblems(client: ClientBase, nodes: readonly string[]): Promise<string[]> {
  if (nodes.length === 0) return [];
  if (!(await isDistributed(client)))
    return [
      'DATABASE_NODES is set, and the database is not distributed: run `counterfoil database distribute`, or unset it.',
    ];
  const known = (await readNodes(client)).map(({ host, port }) => `${host.includes(':') ? `[${host}]` : host}:${port}`);
  const unknownTables = (await readTablePlaces(client)).filter(({ isKnown }) => !isKnown);
  return [
    ...nodes
      .filter((node) => !known.includes(node))
      .map((node) => `DATABASE_NODES names ${node}, which is not in the cluster of ${known.join(', ')}.`),
    ...unknownTables.map(({ name }) => `The nodes do not know ${name}: run \`counterfoil database distribute\`.`),
  ];
}

/** Throws for a faulty setting. */
export async function checkNodes(url: string, nodes: readonly string[]): Promise<void> {
  if (nodes.length === 0) return;
  const problems = await withClient(url, 'counterfoil-cli', (client) => findNodeProblems(client, nodes));
  if (problems.length > 0) throw new Error(problems.join(' '));
}
