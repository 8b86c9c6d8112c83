/** Maintains monthly partitions: creates them ahead, drops those past their retention, and archives old ones. */
import type { Database } from '#db/client.ts';
import { deleteStrayRequests, requestRetentionMs } from '#server/api/data/request-log.ts';
import { describeFailure, log } from '#server/platform/log.ts';
import {
  archivePart,
  dropEmptyPart,
  dropPart,
  listParts,
  type MonthlyTable,
  makeMonth,
  monthAfter,
  monthlyTables,
} from './data/months.ts';

/** This month and the next three. */
const monthsAhead = 3;

/** Tables that are never deleted. */
const archived: readonly MonthlyTable[] = ['events', 'event_feed', 'ledger_transactions', 'ledger_entries'];
/** Tables whose rows are deleted individually, which leaves empty months. */
const emptied: readonly MonthlyTable[] = ['webhook_deliveries', 'webhook_attempts'];

export interface PartitionSettings {
  /** After how many whole months events and ledger are archived; undefined: never. */
  readonly archiveAfterMonths: number | undefined;
}

/**
 * Creates the partitions of this month and the next three, also with concurrent workers. Then drops months of API calls
 * whose last one is over 30 days old and months without deliveries, and archives old months of events, their feed and the ledger.
 * Returns how many partitions it changed. A locked table is logged and fails the run; the next run retries, and rows go
 * into the default partition meanwhile.
 */
export async function keepMonths(db: Database, now: Date, { archiveAfterMonths }: PartitionSettings): Promise<number> {
  const results = [await makeMonths(db, now)];
  for (const part of await listParts(db)) {
    const isOver = (ms: number) => part.endsAt.getTime() + ms <= now.getTime();
    if (part.table === 'request_log' && isOver(requestRetentionMs)) {
      results.push(await attempt(part.name, 'drop', () => dropPart(db, part)));
    }
    if (emptied.includes(part.table) && isOver(0)) {
      results.push(await attempt(part.name, 'drop', () => dropEmptyPart(db, part)));
    }
    const isOld = archiveAfterMonths !== undefined && part.endsAt <= monthAfter(now, -archiveAfterMonths);
    if (archived.includes(part.table) && part.schema === 'public' && isOld) {
      results.push(await attempt(part.name, 'archive', () => archivePart(db, part)));
    }
  }
  await deleteStrayRequests(db, now);
  const failed = results.filter((result) => result === undefined).length;
  if (failed > 0) throw new Error(`${failed} monthly partitions could not be created, dropped or archived`);
  return results.reduce<number>((sum, result) => sum + (result ?? 0), 0);
}

/** Creates the missing partitions of this month and the next three; returns how many, or undefined if one failed. */
export async function makeMonths(db: Database, now: Date): Promise<number | undefined> {
  let created: number | undefined = 0;
  for (const table of monthlyTables) {
    for (let ahead = 0; ahead <= monthsAhead; ahead += 1) {
      const month = monthAfter(now, ahead);
      const result = await attempt(`${table} ${month.toISOString().slice(0, 7)}`, 'make', () =>
        makeMonth(db, table, month),
      );
      created = created === undefined || result === undefined ? undefined : created + result;
      // The table is locked: skip its later months, so that the other tables do not wait.
      if (result === undefined) break;
    }
  }
  return created;
}

/** 1 if done, 0 if there was nothing to do; undefined if it failed. */
async function attempt(part: string, action: string, done: () => Promise<boolean>): Promise<number | undefined> {
  try {
    return Number(await done());
  } catch (error) {
    log().error(
      { part, what: action, ...describeFailure(error) },
      'could not create, drop or archive a monthly partition',
    );
    return undefined;
  }
}
