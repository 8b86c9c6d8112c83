/** Who takes another payment method for a subscription that has begun. */
import type { Database } from '#db/client.ts';
import { toShortId } from '#server/domain/ids.ts';
import { log } from '#server/platform/log.ts';
import { ProviderUnavailable, providerNamed } from '#server/providers/payments/index.ts';
import type { PaymentProvider } from '#server/providers/payments/provider.ts';
import type { Order } from '../orders/orders.ts';
import { listOrderPayments } from '../payments/payments.ts';
import { findStoreProvider } from '../payments/store-provider.ts';
import { findMethodInUse } from './payment-methods.ts';

/**
 * Whoever takes its payments now; of one that only the sandbox has charged so far, whoever takes new ones. Undefined where
 * its own provider cannot be asked at present: then nobody takes another card, or what is paid in earnest would go on
 * for nothing. The log says so, as only the operator can do something about it.
 */
export async function subscriptionProvider(
  db: Database,
  order: Pick<Order, 'id' | 'storeId' | 'environment'>,
): Promise<PaymentProvider | undefined> {
  const own = (await findMethodInUse(db, order))?.provider ?? (await listOrderPayments(db, order))[0]?.provider;
  if (own === undefined || own === 'sandbox') return await findStoreProvider(db, order);
  try {
    return providerNamed(db, own);
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    log().error(
      { orderId: toShortId('ORD', order.id), provider: own },
      'a card cannot be changed: its subscription’s payment provider is not set up',
    );
    return undefined;
  }
}
