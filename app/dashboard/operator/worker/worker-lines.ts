import type { BacklogLine } from '#components/dashboard/operator/backlog-table.tsx';
import type { QueueLine } from '#components/dashboard/operator/queue-table.tsx';
import type { QueueState, WorkerSigns } from '#server/platform/data/worker.ts';
import type { Backlog, BacklogName } from '#server/worker/data/backlog.ts';
import { nextRunAt } from '#server/worker/rules/timetable.ts';

const [second, minute, hour, day] = [1000, 60_000, 3_600_000, 86_400_000];

/** Formats a duration in its natural unit. */
export function durationText(ms: number): string {
  if (ms < second) return `${Math.max(0, Math.round(ms))} ms`;
  if (ms < 2 * minute) return `${Math.round(ms / second)} s`;
  if (ms < 2 * hour) return `${Math.round(ms / minute)} min`;
  return ms < 2 * day ? `${Math.round(ms / hour)} h` : `${Math.round(ms / day)} days`;
}

const elapsedText = (at: Date, now: Date): string => durationText(now.getTime() - at.getTime());

/** Workers poll the schedule every 30 seconds. */
const maxSilenceMs = 90_000;

/** The number of connected workers and their last heartbeat. */
export const workerState = ({ connected, lastSignAt }: WorkerSigns, now: Date) => ({
  connected,
  lastHeartbeat: lastSignAt && { at: lastSignAt, ago: elapsedText(lastSignAt, now) },
  isSilent: lastSignAt === null || now.getTime() - lastSignAt.getTime() > maxSilenceMs,
});

/** A queue for the list. */
export const queueLine = ({ name, cron, lastStartedAt, lastEndedAt, ...counts }: QueueState, now: Date): QueueLine => ({
  name,
  lastStartedAt,
  duration: lastStartedAt && durationText((lastEndedAt ?? now).getTime() - lastStartedAt.getTime()),
  nextAt: (cron && nextRunAt(cron, now)) || null,
  ...counts,
});

const maxLagMs = 5 * minute;
const neverLate: readonly BacklogName[] = ['waitingRenewals', 'undecidedPayments', 'giveBacks'];

/** Pending work for the list. */
export const backlogLine = ({ name, due, oldestAt }: Backlog, now: Date): BacklogLine => ({
  name,
  due,
  oldestAt,
  lag: oldestAt && elapsedText(oldestAt, now),
  isLate: oldestAt !== null && !neverLate.includes(name) && now.getTime() - oldestAt.getTime() > maxLagMs,
});
