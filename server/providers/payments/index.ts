/** Which payment provider takes a payment. */
import type { Database } from '../../../db/client.ts';
import type { Environment } from '../../domain/environments.ts';
import { settings as readSettings, type Settings } from '../../settings.ts';
import type { PaymentProvider, ProviderName } from './provider.ts';
import { sandboxProvider } from './sandbox.ts';
import { stripeProvider } from './stripe.ts';

/** A provider that took payments once and cannot be asked now: its keys are gone from the settings. */
export class ProviderUnavailable extends Error {
  override name = 'ProviderUnavailable';
}

/** Every provider there is, made only where its settings are there. */
const providers: Readonly<
  Record<ProviderName, (db: Database, settings: () => Settings) => PaymentProvider | undefined>
> = {
  sandbox: (db) => sandboxProvider(db),
  stripe: (_db, settings) => {
    const { stripe } = settings();
    return stripe ? stripeProvider(stripe) : undefined;
  },
};

/** The provider for a new payment: the sandbox in test, and in prod where no other is set. */
export const paymentProvider = (db: Database, environment: Environment, settings?: Settings): PaymentProvider =>
  (environment === 'prod' && providers.stripe(db, () => settings ?? readSettings())) || sandboxProvider(db);

/** The provider that took a payment, whichever new ones go to. Throws {@link ProviderUnavailable} where it is not set. */
export function providerNamed(db: Database, name: string, settings?: Settings): PaymentProvider {
  const make = Object.hasOwn(providers, name) ? providers[name as ProviderName] : undefined;
  const provider = make?.(db, () => settings ?? readSettings());
  if (!provider) throw new ProviderUnavailable(`The payment provider ${name} is not set up: its keys are missing`);
  return provider;
}
