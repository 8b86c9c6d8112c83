import { z } from 'zod';
import { isOperator } from '#server/accounts/data/operators.ts';
import { errors } from '#server/domain/errors.ts';
import { shortId, shownId } from '#server/domain/fields.ts';
import { toShortId } from '#server/domain/ids.ts';
import { defineAction } from '#server/platform/action.ts';
import { operatorReason } from '#server/stores/rules/prod-sales.ts';
import { setStoreSuspension as set } from '#server/stores/suspensions.ts';

/**
 * `operator/set-store-suspension` (dashboard, operators only): suspends a store's `prod`, or reinstates it. `reason` is
 * required to suspend. Answers 404 to non-operators.
 */
export const setStoreSuspension = defineAction({
  scope: 'shared',
  callers: ['dashboard'],
  layer: 'store',
  input: z.object({ storeId: shortId('STO'), suspended: z.boolean(), reason: operatorReason() }),
  output: z.object({ store: z.object({ id: shownId('STO'), suspended: z.boolean() }) }),
  docs: { summary: 'Suspend or reinstate a store in prod', refusals: [], example: {} },
  async run({ tx, caller, settings, actor, now }, { storeId, suspended, reason }) {
    if (!(await isOperator(tx, caller.merchantId, settings))) throw errors.storeNotFound();
    const by = { actor: { kind: 'operator', by: actor.by } } as const;
    const store = await set(tx, storeId, { isTaken: suspended, reason, ...by }, now);
    return { store: { id: toShortId('STO', store.id), suspended: store.prodSuspendedAt !== null } };
  },
});
