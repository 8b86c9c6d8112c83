import { describeRunAhead } from '#server/stores/rules/test-clock.ts';
import { resetClock } from '#server/test-clock/clock.ts';
import {
  clockActor,
  clockOptions,
  describeStanding,
  lockNamedStore,
  readClockStanding,
  requireStoreName,
} from '../../store-clock.ts';
import { parseOptions } from '../../usage-error.ts';
import { withDatabase } from '../../with-database.ts';

export const usage = 'test-clock reset --store STORE [--json]';
export const summary = 'Remove a store’s test clock. Future events happen at their real dates.';

/** Removes the clock and ends an advance that is running or was interrupted. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseOptions({ args, options: clockOptions });
  const name = requireStoreName(values.store);
  const { standing, at, runAhead } = await withDatabase(async ({ db }) => {
    const was = await db.transaction(async (tx) =>
      resetClock(tx, await lockNamedStore(tx, name), clockActor, new Date()),
    );
    return { standing: await readClockStanding(db, name), ...was };
  });
  const warnings = runAhead ? [describeRunAhead(runAhead, at)] : [];
  if (values.json) {
    const shown = warnings.map(([message, aiHint]) => ({ message, aiHint }));
    process.stdout.write(`${JSON.stringify({ ...standing, warnings: shown })}\n`);
    return;
  }
  process.stdout.write(describeStanding(standing));
  for (const [message, hint] of warnings) process.stdout.write(`${message}.\n${hint}\n`);
}
