/** The payment provider that a store sells through, as this process is configured. */
import type { Database, Tx } from '#db/client.ts';
import { settings } from '#server/platform/settings.ts';
import { providerNamed } from '#server/providers/payments/index.ts';
import type { PaymentProvider } from '#server/providers/payments/provider.ts';
import type { ProviderName } from '#server/providers/rules/payment-provider.ts';
import { chooseProvider, type SellingScope } from '../store-provider.ts';

/** The provider of a store's new payments; undefined where there is none. */
export const findProviderName = (tx: Tx, scope: SellingScope): Promise<ProviderName | undefined> =>
  chooseProvider(tx, scope, settings());

/** The same, ready to be asked. */
export async function findStoreProvider(db: Database, scope: SellingScope): Promise<PaymentProvider | undefined> {
  const name = await findProviderName(db, scope);
  return name && providerNamed(db, name);
}
