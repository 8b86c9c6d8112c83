import { z } from 'zod';
import { errors } from '#server/domain/errors.ts';
import { shortId, shownId } from '#server/domain/fields.ts';
import { toShortId } from '#server/domain/ids.ts';
import { operatorReason } from '#server/stores/rules/prod-sales.ts';
import { setProdEnabled as set } from '#server/stores/suspensions.ts';
import { operatorAction } from '../operator-actions.ts';

/** Enables or disables a store for prod. `reason` is required to disable. */
export const setProdEnabled = operatorAction({
  summary: 'Enable or disable a store for prod',
  layer: 'store',
  input: z.object({ storeId: shortId('STO'), enabled: z.boolean(), reason: operatorReason() }),
  output: z.object({ store: z.object({ id: shownId('STO'), prodEnabled: z.boolean() }) }),
  notFound: errors.storeNotFound,
  async run({ tx, actor, now }, { storeId, enabled, reason }) {
    const store = await set(tx, storeId, { isTaken: !enabled, reason, actor }, now);
    return { store: { id: toShortId('STO', store.id), prodEnabled: store.prodEnabled } };
  },
});
