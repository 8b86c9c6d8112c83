import type { BacklogLine } from '#components/dashboard/operator/backlog-table.tsx';
import type { QueueLine } from '#components/dashboard/operator/queue-table.tsx';
import type { QueueState, WorkerSigns } from '#server/platform/data/worker.ts';
import type { Backlog, BacklogName } from '#server/worker/data/backlog.ts';
import { nextRunAt } from '#server/worker/rules/timetable.ts';

const [second, minute, hour, day] = [1000, 60_000, 3_600_000, 86_400_000];

/** A span of time in the unit that a person would use. */
export function spanText(ms: number): string {
  if (ms < second) return `${Math.max(0, Math.round(ms))} ms`;
  if (ms < 2 * minute) return `${Math.round(ms / second)} s`;
  if (ms < 2 * hour) return `${Math.round(ms / minute)} min`;
  return ms < 2 * day ? `${Math.round(ms / hour)} h` : `${Math.round(ms / day)} days`;
}

const sinceThen = (at: Date, now: Date): string => spanText(now.getTime() - at.getTime());

/** Workers look at the timetable every 30 seconds. */
const maxSilenceMs = 90_000;

/** Whether there are workers, and whether they are heard of. */
export const workerState = ({ connected, lastSignAt }: WorkerSigns, now: Date) => ({
  connected,
  lastSign: lastSignAt && { at: lastSignAt, ago: sinceThen(lastSignAt, now) },
  isSilent: lastSignAt === null || now.getTime() - lastSignAt.getTime() > maxSilenceMs,
});

/** A queue as the list shows it. */
export const queueLine = ({ name, cron, lastStartedAt, lastEndedAt, ...counts }: QueueState, now: Date): QueueLine => ({
  name,
  lastStartedAt,
  took: lastStartedAt && spanText((lastEndedAt ?? now).getTime() - lastStartedAt.getTime()),
  nextAt: (cron && nextRunAt(cron, now)) || null,
  ...counts,
});

/** Every job runs every minute; what waits longer than five is late. What others have to decide has no such time. */
const latestMs = 5 * minute;
const hasNoTime: readonly BacklogName[] = ['waitingRenewals', 'undecidedPayments', 'giveBacks'];

/** Work as the list shows it. */
export const backlogLine = ({ name, due, oldestAt }: Backlog, now: Date): BacklogLine => ({
  name,
  due,
  oldestAt,
  lag: oldestAt && sinceThen(oldestAt, now),
  isLate: oldestAt !== null && !hasNoTime.includes(name) && now.getTime() - oldestAt.getTime() > latestMs,
});
