import { clockOptions, printStanding, readClockStanding, requireStoreName } from '../../store-clock.ts';
import { parseOptions } from '../../usage-error.ts';
import { withDatabase } from '../../with-database.ts';

export const usage = 'test-clock show --store STORE [--json]';
export const summary = 'Show a store’s test clock and its next scheduled event.';

/** Prints the clock's state. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseOptions({ args, options: clockOptions });
  const name = requireStoreName(values.store);
  printStanding(await withDatabase(({ db }) => readClockStanding(db, name)), values.json);
}
