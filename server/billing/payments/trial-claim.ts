/** A trial that waits for the buyer's bank has not begun: meanwhile it may have begun elsewhere, for nothing or less. */
import type { Tx } from '#db/client.ts';
import { type CheckoutSession, findStoreSession } from '../orders/checkout-sessions.ts';
import type { Order } from '../orders/orders.ts';
import { settleDue } from './quote.ts';

/** Whether a locked order that is to begin with a trial can still do so; true for one without. Holds the claim if it can. */
export async function canBegin(tx: Tx, order: Order, now: Date, session?: CheckoutSession): Promise<boolean> {
  if (!order.trialEndsAt) return true;
  const its = session ?? (await findStoreSession(tx, order.storeId, order.checkoutSessionId));
  if (!its) return false;
  const buyer = { email: order.buyerEmail, billingDetail: order.billingDetail };
  const { renewal } = await settleDue(tx, its, order, buyer, now);
  return renewal !== null && renewal.trialDays > 0;
}
