/** Months of the tables that grow for ever: made ahead, dropped when nothing in them is kept any more, put into the archive. */
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

/** What is never lost. */
const archived: readonly MonthlyTable[] = ['events', 'ledger_transactions', 'ledger_entries'];
/** Whose rows go one by one, on the day: what is left is an empty month. */
const emptied: readonly MonthlyTable[] = ['webhook_deliveries', 'webhook_attempts'];

export interface MonthsKept {
  /** After how many whole months events and ledger go into the archive; undefined: they stay where they are. */
  readonly archiveAfterMonths: number | undefined;
}

/**
 * Makes the parts of this month and the next three, also of other workers' tables that come at the same moment: each is made
 * once. Then removes months of API calls that are past their 30 days with their last call, and months of deliveries that
 * have no delivery any more, and moves old months of events and ledger into the archive. Says how many parts it has seen to.
 * What could not be done, as somebody held the table, is in the log, and fails the run: the next one tries again, and until then
 * rows go into the rest.
 */
export async function keepMonths(db: Database, now: Date, { archiveAfterMonths }: MonthsKept): Promise<number> {
  const results = [await makeMonths(db, now)];
  for (const part of await listParts(db)) {
    const isOver = (ms: number) => part.endsAt.getTime() + ms <= now.getTime();
    if (part.table === 'request_log' && isOver(requestRetentionMs)) {
      results.push(await tried(part.name, 'drop', () => dropPart(db, part)));
    }
    if (emptied.includes(part.table) && isOver(0)) {
      results.push(await tried(part.name, 'drop', () => dropEmptyPart(db, part)));
    }
    const isOld = archiveAfterMonths !== undefined && part.endsAt <= monthAfter(now, -archiveAfterMonths);
    if (archived.includes(part.table) && part.schema === 'public' && isOld) {
      results.push(await tried(part.name, 'archive', () => archivePart(db, part)));
    }
  }
  await deleteStrayRequests(db, now);
  const failed = results.filter((result) => result === undefined).length;
  if (failed > 0) throw new Error(`${failed} of the months could not be seen to`);
  return results.reduce<number>((sum, result) => sum + (result ?? 0), 0);
}

/** Makes what is missing of this month and the next three; how many parts, or undefined where one could not be made. */
export async function makeMonths(db: Database, now: Date): Promise<number | undefined> {
  let made: number | undefined = 0;
  for (const table of monthlyTables) {
    for (let ahead = 0; ahead <= monthsAhead; ahead += 1) {
      const month = monthAfter(now, ahead);
      const one = await tried(`${table} ${month.toISOString().slice(0, 7)}`, 'make', () => makeMonth(db, table, month));
      made = made === undefined || one === undefined ? undefined : made + one;
      // Somebody holds the table: the others are not made to wait for its later months.
      if (one === undefined) break;
    }
  }
  return made;
}

/** 1 where it was done, 0 where there was nothing to do; undefined where it failed. */
async function tried(part: string, what: string, done: () => Promise<boolean>): Promise<number | undefined> {
  try {
    return Number(await done());
  } catch (error) {
    log().error({ part, what, ...describeFailure(error) }, 'a month could not be seen to');
    return undefined;
  }
}
