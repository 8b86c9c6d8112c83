/** The provider that accepts a new payment method for a started subscription. */
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
 * The subscription's current provider; if only the sandbox has charged it, the store's provider. Undefined, and logged for
 * the operator, if its own provider is not configured: no other provider may replace it, because a subscription with real
 * payments must not move to the sandbox.
 */
export async function subscriptionProvider(
  db: Database,
  order: Pick<Order, 'id' | 'merchantId' | 'storeId' | 'environment'>,
): Promise<PaymentProvider | undefined> {
  const currentName = (await findMethodInUse(db, order))?.provider ?? (await listOrderPayments(db, order))[0]?.provider;
  if (currentName === undefined || currentName === 'sandbox') return await findStoreProvider(db, order);
  try {
    return providerNamed(db, currentName);
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    log().error(
      { orderId: toShortId('ORD', order.id), provider: currentName },
      'cannot change a payment method: its payment provider is not configured',
    );
    return undefined;
  }
}
