import { z } from 'zod';
import { errors } from '#server/domain/errors.ts';
import { shortId, shownId } from '#server/domain/fields.ts';
import { toShortId } from '#server/domain/ids.ts';
import { operatorReason } from '#server/stores/rules/prod-sales.ts';
import { setStoreSuspension as set } from '#server/stores/suspensions.ts';
import { operatorAction } from '../operator-actions.ts';

/** Suspends a store's `prod`, or reinstates it. `reason` is required to suspend. */
export const setStoreSuspension = operatorAction({
  summary: 'Suspend or reinstate a store in prod',
  layer: 'store',
  input: z.object({ storeId: shortId('STO'), suspended: z.boolean(), reason: operatorReason() }),
  output: z.object({ store: z.object({ id: shownId('STO'), suspended: z.boolean() }) }),
  notFound: errors.storeNotFound,
  async run({ tx, actor, now }, { storeId, suspended, reason }) {
    const store = await set(tx, storeId, { isTaken: suspended, reason, actor }, now);
    return { store: { id: toShortId('STO', store.id), suspended: store.prodSuspendedAt !== null } };
  },
});
