/** The databases of the nodes that `DATABASE_NODES` names: docs/decisions/database-nodes.md. */
import type { OpenDatabase } from '../client.ts';
import { onHost } from '../servers/address.ts';
import type { NodeMap } from './node-map.ts';

export interface MerchantDatabases {
  /** The database on the node of the merchant's rows; undefined if it is the coordinator or not named. */
  databaseOf(merchantId: string): Promise<OpenDatabase | undefined>;
  close(): Promise<void>;
}

/** Opens each node's database at its first use. `url`: the coordinator's, whose user, password and name all nodes share. */
export function openMerchantDatabases(
  { url, nodes, map }: { readonly url: string; readonly nodes: readonly string[]; readonly map: NodeMap },
  open: (url: string) => OpenDatabase,
): MerchantDatabases {
  const opened = new Map<string, OpenDatabase>();
  const databaseAt = (node: string): OpenDatabase => {
    const database = opened.get(node) ?? open(onHost(url, node));
    opened.set(node, database);
    return database;
  };
  return {
    async databaseOf(merchantId) {
      const node = await map.nodeOf(merchantId);
      return node !== undefined && nodes.includes(node) ? databaseAt(node) : undefined;
    },
    async close() {
      await Promise.all([...opened.values()].map(({ close }) => close()));
    },
  };
}
