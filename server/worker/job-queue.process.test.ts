/** What the worker relies on in pg-boss. */
import { sql } from 'drizzle-orm';
import { PgBoss } from 'pg-boss';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '#db/client.ts';
import { newDatabase } from '#server/testing/databases/own-database.ts';
import { endWorkerProcess, killWorkerProcesses, startWorkerProcess } from '#server/testing/worker-process.ts';
import { runOptions } from './worker.ts';

const job = 'delete-old-counts';

test('a job that was counted while it was running delays no later one, also on a new worker', {
  timeout: 90_000,
}, async () => {
  const database = await newDatabase();
  const { db, close } = openDatabase(database.url, { max: 2, applicationName: 'counterfoil-tests' });
  const boss = new PgBoss({ connectionString: database.url, max: 2, supervise: false, schedule: false });
  onTestFinished(async () => {
    killWorkerProcesses();
    await boss.stop({ graceful: false });
    await close();
    await database.close();
  });
  const first = await startWorkerProcess(database.url);
  await boss.start();
  const stateOf = async (id: string | null) => (await boss.findJobs(job, { id: id ?? '' }))[0]?.state;
  const request = () => boss.send(job, {}, runOptions(job));
  const untilState = (id: string | null, state: string) =>
    expect.poll(() => stateOf(id), { timeout: 30_000, interval: 50 }).toBe(state);

  let running: string | null = null;
  await db.transaction(async (tx) => {
    await tx.execute(sql`lock table rate_limits in access exclusive mode`);
    running = await request();
    await untilState(running, 'active');
    // Each worker has pg-boss count every 45 seconds.
    await db.execute(sql`update pgboss.queue set monitor_claim_on = null, monitor_on = null`);
    await boss.supervise(job);
    await startWorkerProcess(database.url);
  });
  await untilState(running, 'completed');
  await endWorkerProcess(first, 'SIGKILL');
  await untilState(await request(), 'completed');
});
