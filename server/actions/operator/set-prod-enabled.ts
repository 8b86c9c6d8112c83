import { z } from 'zod';
import { isOperator } from '#server/accounts/data/operators.ts';
import { errors } from '#server/domain/errors.ts';
import { shortId, shownId } from '#server/domain/fields.ts';
import { toShortId } from '#server/domain/ids.ts';
import { defineAction } from '#server/platform/action.ts';
import { operatorReason } from '#server/stores/rules/prod-sales.ts';
import { setProdEnabled as set } from '#server/stores/suspensions.ts';

/**
 * `operator/set-prod-enabled` (dashboard, operators only): enables or disables a store for prod. `reason` is required
 * to disable. Answers 404 to non-operators.
 */
export const setProdEnabled = defineAction({
  scope: 'shared',
  callers: ['dashboard'],
  layer: 'store',
  input: z.object({ storeId: shortId('STO'), enabled: z.boolean(), reason: operatorReason() }),
  output: z.object({ store: z.object({ id: shownId('STO'), prodEnabled: z.boolean() }) }),
  docs: { summary: 'Enable or disable a store for prod', refusals: [], example: {} },
  async run({ tx, caller, settings, actor, now }, { storeId, enabled, reason }) {
    if (!(await isOperator(tx, caller.merchantId, settings))) throw errors.storeNotFound();
    const by = { actor: { kind: 'operator', by: actor.by } } as const;
    const store = await set(tx, storeId, { isTaken: !enabled, reason, ...by }, now);
    return { store: { id: toShortId('STO', store.id), prodEnabled: store.prodEnabled } };
  },
});
