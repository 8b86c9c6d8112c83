/** The payment provider that a store sells through. Without a configured provider, prod cannot sell. */
import type { Tx } from '#db/client.ts';
import type { Environment } from '#server/domain/environments.ts';
import { errors } from '#server/domain/errors.ts';
import type { StoreScope } from '#server/platform/data/merchant-scope.ts';
import {
  configuredProvider,
  type ProviderName,
  type ProviderSettings,
} from '#server/providers/rules/payment-provider.ts';
import { hasRealPayments } from '#server/stores/data/real-payments.ts';

export interface SellingScope extends StoreScope {
  readonly environment: Environment;
}

/**
 * The provider for a store's new payments, or undefined. A store that has taken real payments in prod never falls back to
 * the sandbox, regardless of the settings.
 */
export async function chooseProvider(
  tx: Tx,
  { environment, ...store }: SellingScope,
  settings: ProviderSettings,
): Promise<ProviderName | undefined> {
  const name = configuredProvider(environment, settings);
  const isSandboxInProd = environment === 'prod' && name === 'sandbox';
  return isSandboxInProd && (await hasRealPayments(tx, store)) ? undefined : name;
}

/** The same; throws 400 `No payment provider is configured for prod` if there is none. */
export async function requireProvider(tx: Tx, scope: SellingScope, settings: ProviderSettings): Promise<ProviderName> {
  const provider = await chooseProvider(tx, scope, settings);
  if (!provider) throw errors.noPaymentProvider();
  return provider;
}
