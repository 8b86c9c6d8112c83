/**
 * The worker as its operator sees it: what pg-boss wrote into its own schema. That schema is there once a worker has run
 * on the database.
 */
import { sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';

/** What every worker calls its connections. */
export const workerName = 'counterfoil-worker';

/** Whether workers are there. */
export interface WorkerSigns {
  /** How many hold their line to the database at this moment. */
  readonly connected: number;
  /** When any of them last looked at the timetable, which they do twice a minute; null: never. */
  readonly lastSignAt: Date | null;
}

/** One queue: how its last run went, and how its jobs stand. */
export interface QueueState {
  readonly name: string;
  /** When it runs, as cron has it; null where it only runs when called. */
  readonly cron: string | null;
  readonly lastStartedAt: Date | null;
  /** Null while it runs. */
  readonly lastEndedAt: Date | null;
  readonly waiting: number;
  readonly active: number;
  readonly failed: number;
}

/** A run that failed: for good, or until it is tried again by itself. */
export interface FailedRun {
  readonly id: string;
  readonly queue: string;
  readonly isTriedAgain: boolean;
  readonly attempts: number;
  readonly startedAt: Date | null;
  readonly error: string;
  /** What the run was given, as JSON; null: nothing. */
  readonly input: string | null;
}

const hasQueues = async (tx: Tx): Promise<boolean> => {
  const {
    rows: [row],
  } = await tx.execute<{ there: boolean }>(sql`select to_regclass('pgboss.job') is not null as there`);
  return row?.there ?? false;
};

/** A worker keeps one connection for listening as long as it lives; whoever is killed loses it. */
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

/** How much of an error or an input is read. */
const maxTextLength = 2000;

/** The newest runs that failed, as long as the queues keep them: a week. */
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
    isTriedAgain: state === 'retry',
    attempts: retries + 1,
    startedAt: momentOf(started),
    error: error ?? 'It said nothing',
    input: input === 'null' ? null : input,
  }));
}

/** Lets a run that failed for good run once more; the queue's name, or undefined where there is no such run. */
export async function retryFailedRun(tx: Tx, id: string, now: Date): Promise<string | undefined> {
  if (!(await hasQueues(tx))) return undefined;
  const {
    rows: [row],
  } = await tx.execute<{ name: string }>(sql`
    update pgboss.job
    set state = 'retry', retry_limit = retry_limit + 1, completed_on = null, start_after = ${now.toISOString()}
    where id = ${id}::uuid and state = 'failed' returning name`);
  return row?.name;
}

const momentOf = (text: string | null | undefined): Date | null => (text ? new Date(text) : null);
