import { z } from 'zod';
import { isOperator } from '#server/accounts/data/operators.ts';
import { errors } from '#server/domain/errors.ts';
import { shortId, shownId } from '#server/domain/fields.ts';
import { toShortId } from '#server/domain/ids.ts';
import { defineAction } from '#server/platform/action.ts';
import { operatorReason } from '#server/stores/rules/prod-sales.ts';
import { setMerchantSuspension as set } from '#server/stores/suspensions.ts';

/**
 * `operator/set-merchant-suspension` (dashboard, operators only): suspends an account and the `prod` of all its stores,
 * or reinstates both. `reason` is required to suspend. Answers 404 to non-operators.
 */
export const setMerchantSuspension = defineAction({
  scope: 'shared',
  callers: ['dashboard'],
  layer: 'store',
  input: z.object({ merchantId: shortId('MER'), suspended: z.boolean(), reason: operatorReason() }),
  output: z.object({ merchant: z.object({ id: shownId('MER'), suspended: z.boolean() }) }),
  docs: { summary: 'Suspend or reinstate an account', refusals: [], example: {} },
  async run({ tx, caller, settings, actor, now }, { merchantId, suspended, reason }) {
    if (!(await isOperator(tx, caller.merchantId, settings))) throw errors.merchantNotFound();
    const by = { actor: { kind: 'operator', by: actor.by } } as const;
    const merchant = await set(tx, merchantId, { isTaken: suspended, reason, ...by }, now);
    return { merchant: { id: toShortId('MER', merchant.id), suspended: merchant.suspendedAt !== null } };
  },
});
