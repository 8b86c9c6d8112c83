/** The databases that a chaos run can disrupt. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openEmbedded } from '#db/embedded.ts';
import { migrate } from '#db/migrate.ts';
import { control, endConnections, newDistributedDatabase } from '../citus/cluster.ts';
import type { PlannedDisruption } from './disruptions.ts';

/** A migrated database and its outages. Log lines during an outage are explained by its description's `database`. */
export interface ChaosDatabase {
  readonly url: string;
  readonly outages: readonly PlannedDisruption[];
  close(): Promise<void>;
}

/** One PostgreSQL, which is stopped in both ways and for longer. */
export async function openPlainDatabase(): Promise<ChaosDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'counterfoil-chaos-'));
  const { socketUrl: url, interrupt, restart, release } = await openEmbedded(folder);
  await migrate(url);
  const planStop = (signal: 'SIGINT' | 'SIGQUIT', downMs: PlannedDisruption['downMs']): PlannedDisruption => ({
    description: signal === 'SIGINT' ? 'database stopped (fast)' : 'database stopped (immediate)',
    downMs,
    async run(downFor) {
      await interrupt(signal);
      await sleep(downFor);
      await restart();
    },
  });
  return {
    url,
    outages: [planStop('SIGINT', [500, 3000]), planStop('SIGQUIT', [500, 3000]), planStop('SIGINT', [8000, 15_000])],
    async close() {
      await release();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A distributed database on the tests' cluster. Each node dies by `kill -9` and returns; node 0 is the coordinator. */
export async function openClusterDatabase(clusterUrl: string, folder: string): Promise<ChaosDatabase> {
  const { url, close } = await newDistributedDatabase(clusterUrl);
  const planKill = (node: number): PlannedDisruption => ({
    description: `database node ${node} killed`,
    downMs: [500, 3000],
    async run(downFor) {
      await control(folder, 'kill', String(node));
      await sleep(downFor);
      await control(folder, 'start', String(node));
    },
  });
  return {
    url,
    outages: [0, 1, 2].map(planKill),
    async close() {
      await close();
      await endConnections(clusterUrl);
    },
  };
}
