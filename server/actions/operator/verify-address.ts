import { z } from 'zod';
import { verifyAddress as verify } from '#server/accounts/data/address-proof.ts';
import { findMerchant } from '#server/accounts/data/merchants.ts';
import { isOperator } from '#server/accounts/data/operators.ts';
import { errors } from '#server/domain/errors.ts';
import { shortId, shownId } from '#server/domain/fields.ts';
import { toShortId } from '#server/domain/ids.ts';
import { defineAction } from '#server/platform/action.ts';

/**
 * `operator/verify-address` (dashboard, operators only): marks an account's email address as verified where no mail
 * server can prove it. Answers 404 to non-operators.
 */
export const verifyAddress = defineAction({
  scope: 'shared',
  callers: ['dashboard'],
  layer: 'store',
  input: z.object({ merchantId: shortId('MER') }),
  output: z.object({ merchant: z.object({ id: shownId('MER'), emailVerified: z.boolean() }) }),
  docs: { summary: 'Verify an account’s email address', refusals: [], example: {} },
  async run({ tx, caller, settings, actor, now }, { merchantId }) {
    if (!(await isOperator(tx, caller.merchantId, settings))) throw errors.merchantNotFound();
    if (!(await findMerchant(tx, merchantId))) throw errors.merchantNotFound();
    await verify(tx, merchantId, { by: 'operator', actor: { kind: 'operator', by: actor.by } }, now);
    return { merchant: { id: toShortId('MER', merchantId), emailVerified: true } };
  },
});
