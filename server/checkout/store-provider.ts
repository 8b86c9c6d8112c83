/** The payment provider that a store sells through, as this process is configured. */
import type { Database, Tx } from '../../db/client.ts';
import type { ProviderName } from '../domain/payment-provider.ts';
import { providerNamed } from '../providers/payments/index.ts';
import type { PaymentProvider } from '../providers/payments/provider.ts';
import { chooseProvider, type SellingScope } from '../queries/store-provider.ts';
import { settings } from '../settings.ts';

/** The provider of a store's new payments; undefined where there is none. */
export const findProviderName = (tx: Tx, scope: SellingScope): Promise<ProviderName | undefined> =>
  chooseProvider(tx, scope, settings());

/** The same, ready to be asked. */
export async function findStoreProvider(db: Database, scope: SellingScope): Promise<PaymentProvider | undefined> {
  const name = await findProviderName(db, scope);
  return name && providerNamed(db, name);
}
