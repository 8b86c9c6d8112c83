import { z } from 'zod';
import { isOperator } from '#server/accounts/data/operators.ts';
import { errors } from '#server/domain/errors.ts';
import { uuid } from '#server/domain/fields.ts';
import { recordEvent } from '#server/events/data/events.ts';
import { defineAction } from '#server/platform/action.ts';
import { retryFailedRun } from '#server/platform/data/worker.ts';

/**
 * `worker/retry-job` (dashboard, operators only): runs a failed worker job again within seconds. Answers 404 for other
 * jobs and to non-operators.
 */
export const retryJob = defineAction({
  callers: ['dashboard'],
  scope: 'shared',
  layer: 'resource',
  input: z.object({ id: uuid() }),
  output: z.object({ job: z.object({ id: z.uuid(), queue: z.string() }) }),
  docs: { summary: 'Retry a failed worker job', refusals: [], example: {} },
  async run({ tx, caller, settings, actor, now }, { id }) {
    const queue = (await isOperator(tx, caller.merchantId, settings)) ? await retryFailedRun(tx, id, now) : undefined;
    if (queue === undefined) throw errors.jobNotFound();
    const event = { type: 'worker_run.retried', objectId: id, data: { queue } } as const;
    const about = { merchantId: caller.merchantId, storeId: null, environment: 'prod' } as const;
    await recordEvent(tx, { ...about, actor, ...event }, now);
    return { job: { id, queue } };
  },
});
