/** Backups of a database on a real Citus cluster. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { openDatabase } from '#db/client.ts';
import { openEmbedded } from '#db/embedded.ts';
import { newDistributedDatabase } from '#server/testing/citus/cluster.ts';
import { runCommand } from '#server/testing/command-line.ts';
import { backUp, connect, contentOf, restore } from '#server/testing/databases/backups.ts';
import { makeSubscriptions } from '#server/testing/orders/many-subscriptions.ts';

test('a backup of a cluster restores into a plain database, and into one that is distributed afterwards', async () => {
  const cluster = inject('emptyDatabaseUrl');
  const original = await newDistributedDatabase(cluster);
  onTestFinished(original.close);
  const { db, close } = openDatabase(original.url, { max: 2, applicationName: 'tests' });
  for (let merchant = 0; merchant < 4; merchant += 1) await makeSubscriptions(db, 5, new Date());
  await close();
  const before = await contentOf(connect(original.url));
  const path = await backUp(original.url);

  const folder = await mkdtemp(join(tmpdir(), 'counterfoil-backup-'));
  const plain = await openEmbedded(folder, { durable: false });
  onTestFinished(async () => {
    await plain.release();
    await rm(folder, { recursive: true, force: true });
  });
  expect(await restore(path, plain.url)).toContain('They balance');
  expect(await contentOf(connect(plain.url))).toEqual(before);

  const empty = await newDistributedDatabase(cluster, { isEmpty: true });
  onTestFinished(empty.close);
  await restore(path, empty.url);
  expect(await runCommand(['database', 'distribute'], empty.url)).toMatchObject({ code: 0, stderr: '' });
  expect(await contentOf(connect(empty.url))).toEqual(before);
  expect(await runCommand(['ledger', 'verify'], empty.url)).toMatchObject({ code: 0 });
});
