import { findObstacles, remainingSteps } from '#db/distribution/distribute.ts';
import { isDistributionUnfinished } from '#db/distribution/distribution.ts';
import { migrate, migrationLock } from '#db/migrate.ts';
import { withClient } from '#db/single-client.ts';
import { openConfiguredDatabase } from '../../configured-database.ts';
import { parseOptions } from '../../usage-error.ts';

export const usage = 'database distribute [--check]';
export const summary = 'Distribute the merchants’ tables over the nodes of a Citus cluster.';
export const details = `  --check  list the steps, or what prevents them with exit code 1; change nothing

An interrupted run continues when the command is repeated.`;

/**
 * Prints each step when it is done. Needs a database with Citus and its worker nodes, while no process of Counterfoil is
 * connected. Changes nothing if something is in the way.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseOptions({ args, options: { check: { type: 'boolean', default: false } } });
  const { url, release } = await openConfiguredDatabase({ serving: false });
  try {
    const isUnfinished = await withClient(url, 'counterfoil-distribute', isDistributionUnfinished);
    if (!isUnfinished && !values.check) await migrate(url);
    await withClient(url, 'counterfoil-distribute', async (client) => {
      await client.query('select pg_advisory_lock($1)', [migrationLock]);
      const obstacles = await findObstacles(client);
      if (obstacles.length > 0) throw new Error(obstacles.join(' '));
      const steps = await remainingSteps(client);
      if (steps.length === 0) process.stdout.write('Every table is in its place.\n');
      for (const [index, { name, run }] of steps.entries()) {
        const startedAt = performance.now();
        if (!values.check) await run(client);
        const took = values.check ? '' : ` (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`;
        process.stdout.write(`${index + 1}/${steps.length} ${name}${took}\n`);
      }
    });
  } finally {
    await release();
  }
}
