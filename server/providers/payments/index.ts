/** The payment providers, created if configured. */
import type { Database } from '#db/client.ts';
import { settings as readSettings, type Settings } from '#server/platform/settings.ts';
import type { ProviderName } from '../rules/payment-provider.ts';
import type { PaymentProvider } from './provider.ts';
import { sandboxProvider } from './sandbox.ts';
import { stripeProvider } from './stripe.ts';

/** A provider that took payments before and is no longer configured. */
export class ProviderUnavailable extends Error {
  override name = 'ProviderUnavailable';
}

/** All providers; each is created only if configured. */
const providers: Readonly<
  Record<ProviderName, (db: Database, settings: () => Settings) => PaymentProvider | undefined>
> = {
  sandbox: (db) => sandboxProvider(db),
  stripe: (_db, settings) => {
    const { stripe } = settings();
    return stripe ? stripeProvider(stripe) : undefined;
  },
};

/**
 * The provider with that name, whether or not it takes new payments. Throws {@link ProviderUnavailable} if it is not
 * configured.
 */
export function providerNamed(db: Database, name: string, settings?: Settings): PaymentProvider {
  const make = Object.hasOwn(providers, name) ? providers[name as ProviderName] : undefined;
  const provider = make?.(db, () => settings ?? readSettings());
  if (!provider) throw new ProviderUnavailable(`The payment provider ${name} is not configured: its keys are missing`);
  return provider;
}
