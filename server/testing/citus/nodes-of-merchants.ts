/** Which node of the test run's cluster holds a merchant's rows. */
import { inject } from 'vitest';
import { withClient } from '#db/single-client.ts';
import { control, endConnections } from './cluster.ts';

/** The worker node, 1 or 2. */
const nodeOf = (url: string, merchantId: string): Promise<number> =>
  withClient(url, 'counterfoil-cluster', async (client) => {
    const { rows } = await client.query<{ node: number }>(
      `select groupid as node from pg_dist_placement
       where shardid = get_shard_id_for_distribution_column('orders', $1::uuid)`,
      [merchantId],
    );
    return rows[0]?.node ?? 0;
  });

/** Creates merchants until one is on that node. `idOf`: the merchant's ID. */
export async function onNode<Created>(
  url: string,
  node: number,
  create: () => Promise<Created>,
  idOf: (created: Created) => string,
): Promise<Created> {
  for (;;) {
    const created = await create();
    if ((await nodeOf(url, idOf(created))) === node) return created;
  }
}

/** Runs `work` while node 1 is away. */
export async function withoutNode(url: string, work: () => Promise<void>): Promise<void> {
  const folder = inject('clusterFolder');
  await control(folder, 'kill', '1');
  try {
    await work();
  } finally {
    await control(folder, 'start', '1');
    await endConnections(url);
  }
}
