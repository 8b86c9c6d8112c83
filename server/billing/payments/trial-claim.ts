/** A payment that waits for 3D Secure has started nothing: in the meantime, another order may have taken its place. */
import type { Tx } from '#db/client.ts';
import { type CheckoutSession, findStoreSession } from '../orders/checkout-sessions.ts';
import type { Order } from '../orders/orders.ts';
import { canReplaceOrigin } from '../plan-changes/replace-origin.ts';
import { calculateDueWithTrialLock, findRivalSubscription } from './purchase-due.ts';

/**
 * Whether a locked order can still start as planned: its trial is not taken, its buyer has no other subscription of the plan
 * family, and the subscription that it changes is in the same period. Locks what the answer depends on.
 */
export async function canStart(tx: Tx, order: Order, now: Date, session?: CheckoutSession): Promise<boolean> {
  if (order.changeOriginOrderId && !(await canReplaceOrigin(tx, order))) return false;
  if (order.productType === 'onetime') return true;
  const orderSession = session ?? (await findStoreSession(tx, order, order.checkoutSessionId));
  if (!orderSession) return false;
  const buyer = { email: order.buyerEmail, billingDetail: order.billingDetail };
  const { renewal } = await calculateDueWithTrialLock(tx, orderSession, order, buyer, now);
  if (await findRivalSubscription(tx, orderSession, order, order.buyerEmail)) return false;
  if (!order.trialEndsAt) return true;
  return renewal !== null && renewal.trialDays > 0;
}
