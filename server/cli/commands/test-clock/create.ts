import { createClock } from '#server/test-clock/clock.ts';
import {
  clockActor,
  clockOptions,
  lockNamedStore,
  printStanding,
  readClockStanding,
  requireMoment,
  requireStoreName,
} from '../../store-clock.ts';
import { parseOptions } from '../../usage-error.ts';
import { withDatabase } from '../../with-database.ts';

export const usage = 'test-clock create --store STORE [--at MOMENT] [--json]';
export const summary = 'Pause a store’s test clock now or at a future time ("+30 days" from now).';

/** Sets the clock and prints its state; `--store` takes a slug or an id. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseOptions({ args, options: { ...clockOptions, at: { type: 'string' } } });
  const name = requireStoreName(values.store);
  const now = new Date();
  const at = values.at === undefined ? undefined : requireMoment('--at', values.at, now);
  const standing = await withDatabase(async ({ db }) => {
    await db.transaction(async (tx) => createClock(tx, await lockNamedStore(tx, name), at, clockActor, now));
    return await readClockStanding(db, name);
  });
  printStanding(standing, values.json);
}
