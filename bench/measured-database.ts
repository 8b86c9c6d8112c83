/**
 * A database for measurements: one that survives a power cut, like that of `npm start`, in a folder of its own. It keeps
 * when each transaction was committed, so that how long something took is the same question to us and to a ceiling.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres, { type Sql } from 'postgres';
import { type Database, openDatabase } from '#db/client.ts';
import { openEmbedded } from '#db/embedded.ts';
import { migrate } from '#db/migrate.ts';
import { postmasterOf } from './resources.ts';

export interface MeasuredDatabase {
  readonly url: string;
  readonly db: Database;
  readonly sql: Sql;
  readonly postmasterPid: number;
  readonly close: () => Promise<void>;
}

export async function openMeasuredDatabase(): Promise<MeasuredDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'counterfoil-bench-'));
  const embedded = await openEmbedded(folder);
  const first = postgres(embedded.url, { max: 1 });
  await first`alter system set track_commit_timestamp = on`;
  await first.end();
  await embedded.interrupt('SIGINT');
  await embedded.restart();
  await migrate(embedded.url);
  const { db, close } = openDatabase(embedded.url, { max: 4, applicationName: 'counterfoil-bench' });
  const sql = postgres(embedded.url, { max: 4, onnotice: () => {} });
  return {
    url: embedded.url,
    db,
    sql,
    postmasterPid: await postmasterOf(sql),
    async close() {
      await Promise.all([close(), sql.end()]);
      await embedded.release();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
