import { z } from 'zod';
import { isOperator } from '#server/accounts/data/operators.ts';
import { errors } from '#server/domain/errors.ts';
import { uuid } from '#server/domain/fields.ts';
import { recordEvent } from '#server/events/data/events.ts';
import { defineAction } from '#server/platform/action.ts';
import { retryFailedRun } from '#server/platform/data/worker.ts';

/**
 * `worker/retry-job` (dashboard, operators only): lets a run of the worker's that failed run once more, within seconds.
 * Takes `id` (UUID); gives `data.job`, its queue. 404 where there is no failed run by that id, and for whoever is no
 * operator.
 */
export const retryJob = defineAction({
  callers: ['dashboard'],
  scope: 'shared',
  layer: 'resource',
  input: z.object({ id: uuid() }),
  output: z.object({ job: z.object({ id: z.uuid(), queue: z.string() }) }),
  docs: { summary: 'Run a failed job again', refusals: [], example: {} },
  async run({ tx, caller, settings, actor, now }, { id }) {
    const queue = (await isOperator(tx, caller.merchantId, settings)) ? await retryFailedRun(tx, id, now) : undefined;
    if (queue === undefined) throw errors.jobNotFound();
    const event = { type: 'worker_run.retried', objectId: id, data: { queue } } as const;
    const about = { merchantId: caller.merchantId, storeId: null, environment: 'prod' } as const;
    await recordEvent(tx, { ...about, actor, ...event }, now);
    return { job: { id, queue } };
  },
});
