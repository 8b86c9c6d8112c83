import { z } from 'zod';
import { errors } from '#server/domain/errors.ts';
import { shortId, shownId } from '#server/domain/fields.ts';
import { toShortId } from '#server/domain/ids.ts';
import { operatorReason } from '#server/stores/rules/prod-sales.ts';
import { setMerchantSuspension as set } from '#server/stores/suspensions.ts';
import { operatorAction } from '../operator-actions.ts';

/** Suspends an account and the `prod` of all its stores, or reinstates both. `reason` is required to suspend. */
export const setMerchantSuspension = operatorAction({
  summary: 'Suspend or reinstate an account',
  layer: 'store',
  input: z.object({ merchantId: shortId('MER'), suspended: z.boolean(), reason: operatorReason() }),
  output: z.object({ merchant: z.object({ id: shownId('MER'), suspended: z.boolean() }) }),
  notFound: errors.merchantNotFound,
  async run({ tx, actor, now }, { merchantId, suspended, reason }) {
    const merchant = await set(tx, merchantId, { isTaken: suspended, reason, actor }, now);
    return { merchant: { id: toShortId('MER', merchant.id), suspended: merchant.suspendedAt !== null } };
  },
});
