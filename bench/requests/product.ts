/**
 * The product as `npm start` starts it: the production build with its embedded PostgreSQL in a folder of its own, and
 * merchants in it who sell. Limits are lifted by settings: it is not they that are measured.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres, { type Sql } from 'postgres';
import { type Database, openDatabase } from '#db/client.ts';
import { openEmbedded } from '#db/embedded.ts';
import { freePort } from '#db/free-port.ts';
import { ensureBuild } from '#server/cli/build.ts';
import { projectRoot } from '#server/cli/project-root.ts';
import { spawnTied, type TiedProcess } from '#server/cli/tied-process.ts';
import { settingNames } from '#server/platform/settings.ts';
import { looseBuyerLimits } from '#server/testing/test-servers.ts';
import { findProcess, postmasterOf } from '../resources.ts';

const lifted = {
  RATE_LIMIT_API_KEY_PER_SECOND: '1000000',
  RATE_LIMIT_API_KEY_BURST: '1000000',
  RATE_LIMIT_STORE_SLUG_PER_SECOND: '1000000',
  RATE_LIMIT_PAYMENTS_PER_MINUTE: '1000000',
  RATE_LIMIT_SIGN_IN_PER_MINUTE: '1000000',
  ...looseBuyerLimits,
};
const command = [process.execPath, 'server/cli/counterfoil.ts', 'start'];
/** The defaults of the settings of that name, which the ceiling has to have as well. */
export const pool = 20;

export interface Product {
  readonly url: string;
  readonly port: number;
  readonly db: Database;
  readonly sql: Sql;
  readonly databaseUrl: string;
  readonly logFile: string;
  /** Undefined where there is no /proc. */
  readonly servicePid: number | undefined;
  readonly postmasterPid: number;
  readonly close: () => Promise<void>;
}

export async function startProduct(): Promise<Product> {
  await ensureBuild();
  const folder = await mkdtemp(join(tmpdir(), 'counterfoil-bench-'));
  const embedded = await openEmbedded(folder);
  const { db, close } = openDatabase(embedded.url, { max: 4, applicationName: 'counterfoil-bench' });
  const sql = postgres(embedded.url, { max: 4, onnotice: () => {} });
  const port = await freePort();
  const service = startService(folder, port);
  const stop = async () => {
    await service.stop(20_000);
    await Promise.all([close(), sql.end()]);
    await embedded.release();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const url = `http://127.0.0.1:${port}`;
    await untilReady(url, service);
    return {
      url,
      port,
      db,
      sql,
      databaseUrl: embedded.url,
      logFile: join(folder, 'postgres.log'),
      servicePid: findProcess(command, `DATA_DIR=${folder}`),
      postmasterPid: await postmasterOf(sql),
      close: stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** With the defaults, whatever the developer has set for other purposes. */
function startService(dataDir: string, port: number): TiedProcess {
  const inherited = Object.entries(process.env).filter(([name]) => !settingNames.includes(name));
  return spawnTied([...command], {
    cwd: projectRoot,
    env: {
      ...Object.fromEntries(inherited),
      ...lifted,
      NODE_ENV: 'production',
      DATA_DIR: dataDir,
      PORT: String(port),
      DEMO: 'off',
      LOG_LEVEL: 'error',
    },
    output: ['pipe', 'inherit'],
    onOutput: (text) => {
      for (const line of text.split('\n')) if (line.startsWith('{')) console.error(line);
    },
  });
}

async function untilReady(url: string, service: TiedProcess): Promise<void> {
  let hasEnded = false;
  void service.ended.then(() => {
    hasEnded = true;
  });
  while (!hasEnded) {
    const answer = await fetch(`${url}/v1/health/ready`).catch(() => null);
    await answer?.text();
    if (answer?.ok) return;
    await sleep(50);
  }
  throw new Error('The service ended before it was ready');
}
