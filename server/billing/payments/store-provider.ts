/** The payment provider of a store, under this process's settings. */
import type { Database, Tx } from '#db/client.ts';
import { settings } from '#server/platform/settings.ts';
import { providerNamed } from '#server/providers/payments/index.ts';
import type { PaymentProvider } from '#server/providers/payments/provider.ts';
import type { ProviderName } from '#server/providers/rules/payment-provider.ts';
import { chooseProvider, type SellingScope } from '../store-provider.ts';

/** The name of the provider for a store's new payments, or undefined. */
export const findProviderName = (tx: Tx, scope: SellingScope): Promise<ProviderName | undefined> =>
  chooseProvider(tx, scope, settings());

/** The provider for a store's new payments, or undefined. */
export async function findStoreProvider(db: Database, scope: SellingScope): Promise<PaymentProvider | undefined> {
  const name = await findProviderName(db, scope);
  return name && providerNamed(db, name);
}
