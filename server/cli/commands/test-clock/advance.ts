import { clockRefusal } from '#server/stores/rules/test-clock.ts';
import { runAdvance, startAdvance } from '#server/test-clock/advance.ts';
import { readTimeline, type Timeline } from '#server/test-clock/timeline.ts';
import {
  type ClockStanding,
  clockActor,
  clockOptions,
  describeStanding,
  lockNamedStore,
  readClockStanding,
  requireMoment,
  requireStoreName,
} from '../../store-clock.ts';
import { parseOptions, UsageError } from '../../usage-error.ts';
import { withDatabase } from '../../with-database.ts';

export const usage = 'test-clock advance --store STORE --to MOMENT [--json]';
export const summary = 'Advance a store’s test clock to a time ("+30 days" from its clock) and print the events.';

const readClock = () => new Date();

/** Advances the clock and prints the timeline. Continues an interrupted advance. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseOptions({ args, options: { ...clockOptions, to: { type: 'string' } } });
  const name = requireStoreName(values.store);
  const typed = values.to;
  if (typed === undefined) throw new UsageError('Missing option --to');
  // Refuses an invalid moment before anything is opened.
  requireMoment('--to', typed, readClock());
  const { standing, timeline } = await withDatabase(async ({ db }) => {
    const started = await db.transaction(async (tx) => {
      const store = await lockNamedStore(tx, name);
      if (!store.testClockAt) throw clockRefusal('none');
      return await startAdvance(tx, store, requireMoment('--to', typed, store.testClockAt), readClock());
    });
    const arrived = await runAdvance(db, started, { actor: clockActor, readClock });
    return { timeline: await readTimeline(db, arrived), standing: await readClockStanding(db, name) };
  });
  process.stdout.write(values.json ? `${JSON.stringify(asJson(standing, timeline))}\n` : asText(standing, timeline));
}

const asJson = (standing: ClockStanding, { entries, total }: Timeline) => ({
  ...standing,
  timeline: entries,
  timelineTotal: total,
});

function asText(standing: ClockStanding, { entries, total }: Timeline): string {
  const lines = entries.map(({ at, objectId, summary: words }) => `${at}  ${objectId}  ${words}\n`);
  const more = total > entries.length ? `… and ${total - entries.length} more\n` : '';
  const happened = entries.length === 0 ? 'Nothing happened.\n' : lines.join('') + more;
  return `${happened}\n${describeStanding(standing)}`;
}
