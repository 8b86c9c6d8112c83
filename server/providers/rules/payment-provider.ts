/** The payment providers, and which of them takes new payments. */
import type { Environment } from '#server/domain/environments.ts';

export type ProviderName = 'sandbox' | 'stripe';

/** The settings that determine the provider. */
export interface ProviderSettings {
  readonly stripe: object | null;
  readonly sandboxInProd: boolean;
}

/** The configured provider for new payments; undefined in prod if none is configured. */
export function configuredProvider(
  environment: Environment,
  { stripe, sandboxInProd }: ProviderSettings,
): ProviderName | undefined {
  if (environment === 'test') return 'sandbox';
  if (stripe) return 'stripe';
  return sandboxInProd ? 'sandbox' : undefined;
}
