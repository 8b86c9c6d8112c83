/** The worker's state for operators, read from pg-boss's schema, which exists once a worker has run. */
import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';

/** The application name of every worker's connections. */
export const workerName = 'counterfoil-worker';

/** The channel on which pg-boss names a queue with a new job. */
export const jobsChannel = `pgboss_${createHash('sha224').update('pgboss').digest('hex').slice(0, 24)}`;

/** Signs of running workers. */
export interface WorkerSigns {
  /** The number of workers connected now. */
  readonly connected: number;
  /** When a worker last checked the schedule, which happens twice a minute; null: never. */
  readonly lastSignAt: Date | null;
}

/** A queue with its last run and the number of its jobs by state. */
export interface QueueState {
  readonly name: string;
  /** The cron schedule; null if it runs only on demand. */
  readonly cron: string | null;
  readonly lastStartedAt: Date | null;
  /** Null while running. */
  readonly lastEndedAt: Date | null;
  readonly waiting: number;
  readonly active: number;
  readonly failed: number;
}

/** A failed run: finally, or until its automatic retry. */
export interface FailedRun {
  readonly id: string;
  readonly queue: string;
  readonly isRetrying: boolean;
  readonly attempts: number;
  readonly startedAt: Date | null;
  readonly error: string;
  /** The job's input as JSON; null: none. */
  readonly input: string | null;
}

const hasQueues = async (tx: Tx): Promise<boolean> => {
  const {
    rows: [row],
  } = await tx.execute<{ there: boolean }>(sql`select to_regclass('pgboss.job') is not null as there`);
  return row?.there ?? false;
};

/** Each worker holds one listening connection while it lives, and loses it when killed. */
export async function readWorkerSigns(tx: Tx): Promise<WorkerSigns> {
  const {
    rows: [{ connected } = { connected: '0' }],
  } = await tx.execute<{ connected: string }>(sql`
    select count(*) as connected from pg_stat_activity
    where datname = current_database() and application_name = ${workerName} and query ilike 'listen %'`);
  if (!(await hasQueues(tx))) return { connected: Number(connected), lastSignAt: null };
  const {
    rows: [version],
  } = await tx.execute<{ at: string | null }>(sql`select max(cron_on) as at from pgboss.version`);
  return { connected: Number(connected), lastSignAt: momentOf(version?.at) };
}

/** All queues, by name. */
export async function listQueues(tx: Tx): Promise<QueueState[]> {
  if (!(await hasQueues(tx))) return [];
  const { rows } = await tx.execute<{
    name: string;
    cron: string | null;
    started: string | null;
    ended: string | null;
    waiting: string;
    active: string;
    failed: string;
  }>(sql`
    select queue.name, schedule.cron, run.started, run.ended, coalesce(run.waiting, 0) as waiting,
      coalesce(run.active, 0) as active, coalesce(run.failed, 0) as failed
    from pgboss.queue
    left join pgboss.schedule on schedule.name = queue.name and schedule.key = ''
    left join (
      select name, max(started_on) as started,
        (array_agg(completed_on order by started_on desc) filter (where started_on is not null))[1] as ended,
        count(*) filter (where state in ('created', 'retry')) as waiting, count(*) filter (where state = 'active') as active,
        count(*) filter (where state = 'failed') as failed
      from pgboss.job group by name
    ) as run on run.name = queue.name
    where not starts_with(queue.name, '__pgboss__') order by queue.name`);
  return rows.map(({ name, cron, started, ended, ...counts }) => ({
    name,
    cron,
    lastStartedAt: momentOf(started),
    lastEndedAt: momentOf(ended),
    waiting: Number(counts.waiting),
    active: Number(counts.active),
    failed: Number(counts.failed),
  }));
}

/** The maximum length of an error or input that is read. */
const maxTextLength = 2000;

/** The latest failed runs. Queues keep them for a week. */
export async function listFailedRuns(tx: Tx, limit: number): Promise<FailedRun[]> {
  if (!(await hasQueues(tx))) return [];
  const { rows } = await tx.execute<{
    id: string;
    name: string;
    state: string;
    retries: number;
    started: string | null;
    error: string | null;
    input: string | null;
  }>(sql`
    select id, name, state, retry_count as retries, started_on as started,
      left(coalesce(output ->> 'message', output #>> '{value,message}', output ->> 'value'), ${maxTextLength}::int) as error,
      left(nullif(data::text, '{}'), ${maxTextLength}::int) as input
    from pgboss.job
    where (state = 'failed' or (state = 'retry' and output is not null)) and not starts_with(name, '__pgboss__')
    order by started_on desc nulls last, id limit ${limit}::int`);
  return rows.map(({ id, name, state, retries, started, error, input }) => ({
    id,
    queue: name,
    isRetrying: state === 'retry',
    attempts: retries + 1,
    startedAt: momentOf(started),
    error: error ?? 'No error message',
    input: input === 'null' ? null : input,
  }));
}

/** Retries a run that failed finally; returns the queue's name, or undefined if there is no such run. */
export async function retryFailedRun(tx: Tx, id: string, now: Date): Promise<string | undefined> {
  if (!(await hasQueues(tx))) return undefined;
  const {
    rows: [row],
  } = await tx.execute<{ name: string }>(sql`
    update pgboss.job
    set state = 'retry', retry_limit = retry_limit + 1, completed_on = null, start_after = ${now.toISOString()}
    where id = ${id}::uuid and state = 'failed' returning name`);
  if (row) await tx.execute(sql`select pg_notify(${jobsChannel}, ${row.name})`);
  return row?.name;
}

const momentOf = (text: string | null | undefined): Date | null => (text ? new Date(text) : null);
