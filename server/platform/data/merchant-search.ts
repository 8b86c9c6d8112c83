/**
 * Searches over all merchants. While a node of a Citus cluster is away, they continue with the merchants of the other nodes:
 * docs/operations/scale-out.md, "Citus".
 */
import { sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import type { JobScope, ReachableMerchants, SearchScope } from './job-scope.ts';
import { isUnavailable } from './read-failures.ts';

/** How often an absent node is looked for. */
const checkEveryMs = 5000;

interface Outage {
  reachable: ReachableMerchants;
  checkedAtMs: number;
}

const outages = new WeakMap<Tx, Outage>();

/**
 * Runs `find` in the job's scope. If a search everywhere fails because a node is away, runs it again for the merchants of
 * the other nodes, and so does every search on `tx` until the node is back. Throws other errors, also of a database that is
 * not distributed. `tx` is no transaction: an error would have ended it.
 */
export async function searchMerchants<Found>(
  tx: Tx,
  jobScope: JobScope,
  find: (scope: SearchScope) => Promise<Found>,
): Promise<Found> {
  if (jobScope !== 'everywhere') return await find(jobScope);
  const outage = outages.get(tx);
  if (outage) {
    if (performance.now() - outage.checkedAtMs > checkEveryMs) checkAgain(tx, outage);
    return await find(outage.reachable);
  }
  try {
    return await find('everywhere');
  } catch (error) {
    const reachable = isUnavailable(error) ? await findReachable(tx).catch(() => undefined) : undefined;
    if (!reachable) throw error;
    outages.set(tx, { reachable, checkedAtMs: performance.now() });
    return await find(reachable);
  }
}

/** Does not wait: a connection attempt to a lost machine takes half a minute. */
function checkAgain(tx: Tx, outage: Outage): void {
  outage.checkedAtMs = performance.now();
  const update = (reachable: ReachableMerchants | undefined) => {
    if (reachable) outage.reachable = reachable;
    else outages.delete(tx);
  };
  findReachable(tx).then(update, () => outages.delete(tx));
}

/** The merchants on nodes that the coordinator reaches; undefined if it reaches all. Fails if there is no cluster. */
async function findReachable(tx: Tx): Promise<ReachableMerchants | undefined> {
  const nodes = await tx.execute<{ node: number; answers: boolean }>(sql`
    select groupid as node, citus_check_connection_to_node(nodename, nodeport) as answers from pg_dist_node
    where isactive and noderole = 'primary'`);
  const answering = nodes.rows.filter(({ answers }) => answers).map(({ node }) => node);
  if (answering.length === nodes.rows.length) return undefined;
  const merchants = await tx.execute<{ id: string }>(sql`
    select id from merchants where get_shard_id_for_distribution_column('orders', id) in (
      select shardid from pg_dist_placement where groupid = any(${sql.param(answering)}::int[])
    )`);
  return { merchantIds: merchants.rows.map(({ id }) => id) };
}
