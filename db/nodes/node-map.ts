/** Which node of a Citus cluster holds a merchant's rows. */
import { LRUCache } from 'lru-cache';
import type pg from 'pg';

type Query = (statement: pg.QueryConfig) => Promise<pg.QueryResult>;

/** After this time the places of the parts are read again: rebalancing moves them. */
const refreshMs = 5000;

/**
 * Reads from the coordinator which part of the tables a merchant's rows belong to, once, and where the parts lie, every few
 * seconds while it is used. An outdated place costs a detour: each node passes a statement on to the right one.
 */
export class NodeMap {
  readonly #query: Query;
  readonly #parts = new LRUCache<string, string>({ max: 20_000 });
  #nodes: ReadonlyMap<string, string> | undefined;
  #reading: Promise<ReadonlyMap<string, string>> | undefined;
  #readAt = Number.NEGATIVE_INFINITY;

  constructor(query: Query) {
    this.#query = query;
  }

  /** The node's host and port, as Citus knows them. */
  async nodeOf(merchantId: string): Promise<string | undefined> {
    const nodes = await this.#currentNodes();
    const part = this.#parts.get(merchantId);
    if (part !== undefined && nodes.has(part)) return nodes.get(part);
    // A new merchant, or its part was split.
    const { rows } = await this.#query({
      name: 'part_of_merchant',
      text: `select get_shard_id_for_distribution_column('orders', $1::uuid)::text as part`,
      values: [merchantId],
    });
    this.#parts.set(merchantId, rows[0].part);
    return nodes.get(rows[0].part);
  }

  /** The places of all parts; outdated ones while they are read again, so that no call waits for the coordinator. */
  async #currentNodes(): Promise<ReadonlyMap<string, string>> {
    if (performance.now() - this.#readAt > refreshMs) {
      this.#readAt = performance.now();
      this.#reading = this.#readNodes();
      // The next call without places tries again.
      this.#reading.catch(() => {
        this.#reading = undefined;
      });
    }
    return this.#nodes ?? (await (this.#reading ?? this.#readNodes()));
  }

  async #readNodes(): Promise<ReadonlyMap<string, string>> {
    const { rows } = await this.#query({
      text: `
        select shardid::text as part, format(case when nodename like '%:%' then '[%s]:%s' else '%s:%s' end, nodename, nodeport) as node
        from pg_dist_shard join pg_dist_placement using (shardid) join pg_dist_node using (groupid)
        where logicalrelid = 'orders'::regclass and noderole = 'primary'`,
    });
    this.#nodes = new Map(rows.map(({ part, node }) => [part, node]));
    return this.#nodes;
  }
}
