import { resetClock } from '../../test-clock/clock.ts';
import {
  clockActor,
  clockOptions,
  lockNamedStore,
  printStanding,
  readClockStanding,
  requireStoreName,
} from '../store-clock.ts';
import { parseOptions } from '../usage-error.ts';
import { withDatabase } from '../with-database.ts';

export const usage = 'test-clock reset --store STORE [--json]';
export const summary = 'Give a store’s test environment real time again; what is due later waits for that day.';

/** Takes the clock away and says so. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseOptions({ args, options: clockOptions });
  const name = requireStoreName(values.store);
  const standing = await withDatabase(async ({ db }) => {
    await db.transaction(async (tx) => resetClock(tx, await lockNamedStore(tx, name), clockActor, new Date()));
    return await readClockStanding(db, name);
  });
  printStanding(standing, values.json);
}
