/** The short form of `npm run test:chaos`: whoever is killed, and once the database, under a small load. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { interrupting, killing } from './disruptions.ts';
import { letLeasesEnd, runChaos } from './run.ts';

// Processes start and end here, on a machine that may be busy.
vi.setConfig({ testTimeout: 180_000 });

test('an instance and both workers are killed, the database is stopped: nothing is lost, twice or stuck', async () => {
  const { checks, figures } = await runChaos({
    seed: 7,
    forMs: 3000,
    clients: 3,
    isWhole: false,
    deeds: ({ apps, workers, database }, { db }) => [
      ...apps.slice(0, 1).map(killing),
      interrupting(database, 'SIGQUIT', [500, 1000]),
      {
        what: 'kill -9 both workers',
        downMs: [100, 500],
        async run(downMs) {
          await Promise.all(workers.map((worker) => worker.kill()));
          await letLeasesEnd(db);
          await sleep(downMs);
          await Promise.all(workers.map((worker) => worker.start()));
        },
      },
    ],
    // The jobs that a killed worker had begun are begun again a minute later.
    atRest: ['events not told', 'deliveries pending'],
    restMs: 60_000,
    tell: () => {},
  });
  expect(checks.flatMap(({ name, problems }) => problems.map((problem) => `${name}: ${problem}`))).toEqual([]);
  expect(checks.filter(({ checked }) => checked === 0).map(({ name }) => name)).toEqual([]);
  expect(figures.paid).toBeGreaterThan(5);
});
