/** Sales on a cluster while an instance, a worker and the cluster’s nodes are killed and return. */
import { expect, inject, test } from 'vitest';
import { emailLeaseMs } from '#server/events/data/email-claims.ts';
import { openClusterDatabase } from './databases.ts';
import { planKill } from './disruptions.ts';
import { runChaos } from './run.ts';

const folder = inject('clusterFolder');

// A cluster that the tests did not start is not theirs to break.
test.skipIf(folder === '')(
  'nothing is lost or doubled when an instance, a worker and each node are killed during sales',
  async () => {
    const { checks } = await runChaos({
      seed: 24,
      forMs: 60_000,
      clients: 3,
      openDatabase: () => openClusterDatabase(inject('emptyDatabaseUrl'), folder),
      planDisruptions: ({ apps, workers, outages }, { random }) =>
        random.shuffle([...outages, ...[...apps.slice(1), ...workers.slice(1)].map(planKill)]),
      idleTimeoutMs: emailLeaseMs + 30_000,
      log: () => {},
    });
    expect(checks.filter(({ checked, problems }) => checked === 0 || problems.length > 0)).toEqual([]);
  },
  900_000,
);
