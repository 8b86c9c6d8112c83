/** A trial that waits for 3D Secure has not started: in the meantime, another order may have taken the buyer's trial. */
import type { Tx } from '#db/client.ts';
import { type CheckoutSession, findStoreSession } from '../orders/checkout-sessions.ts';
import type { Order } from '../orders/orders.ts';
import { calculateDueWithTrialLock } from './quote.ts';

/** Whether a locked order can still start as planned; true without a trial. Locks the trial if it can. */
export async function canStart(tx: Tx, order: Order, now: Date, session?: CheckoutSession): Promise<boolean> {
  if (!order.trialEndsAt) return true;
  const orderSession = session ?? (await findStoreSession(tx, order.storeId, order.checkoutSessionId));
  if (!orderSession) return false;
  const buyer = { email: order.buyerEmail, billingDetail: order.billingDetail };
  const { renewal } = await calculateDueWithTrialLock(tx, orderSession, order, buyer, now);
  return renewal !== null && renewal.trialDays > 0;
}
