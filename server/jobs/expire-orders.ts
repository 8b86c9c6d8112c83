/** Pending orders whose checkout session has ended become `expired`. (decisions.md, "Checkout sessions".) */
import type { Database } from '../../db/client.ts';
import { toShortId } from '../domain/ids.ts';
import { nextOnetimeOrderStatus } from '../domain/onetime-order.ts';
import { nextPaymentStatus } from '../domain/payment.ts';
import { declineSentences } from '../domain/sandbox-cards.ts';
import { recordEvent } from '../queries/events.ts';
import { lockLapsedOrders, saveOrderStatus } from '../queries/orders.ts';
import { findHoldingPayment, savePaymentStatus } from '../queries/payments.ts';

const batch = 100;
const actor = { kind: 'worker', by: 'expire-orders' } as const;

/** Expires every order that is due at `now`, in batches; says how many. */
export async function expireOrders(db: Database, now: Date): Promise<number> {
  let total = 0;
  for (;;) {
    const { found, expired } = await expireBatch(db, now);
    total += expired;
    if (found < batch || expired === 0) return total;
  }
}

async function expireBatch(db: Database, now: Date): Promise<{ found: number; expired: number }> {
  return await db.transaction(async (tx) => {
    const orders = await lockLapsedOrders(tx, now, batch);
    let expired = 0;
    for (const order of orders) {
      // Asked again now that the order is locked: a buyer may have paid between the search and the lock.
      const payment = await findHoldingPayment(tx, order);
      if (payment && payment.status !== 'requires_action') continue;
      const { merchantId, storeId, environment } = order;
      const event = { merchantId, storeId, environment, objectType: 'order', objectId: order.id, actor } as const;
      if (payment) {
        const failure = {
          failureCode: 'authentication_abandoned',
          failureReason: declineSentences.authentication_abandoned,
        };
        await savePaymentStatus(tx, payment, nextPaymentStatus(payment.status, 'fail'), failure, now);
        await recordEvent(
          tx,
          { ...event, type: 'payment.failed', data: { paymentId: toShortId('PAY', payment.id), ...failure } },
          now,
        );
      }
      await saveOrderStatus(tx, order, nextOnetimeOrderStatus(order.status, 'expire'), {}, now);
      await recordEvent(tx, { ...event, type: 'order.expired' }, now);
      expired += 1;
    }
    return { found: orders.length, expired };
  });
}
