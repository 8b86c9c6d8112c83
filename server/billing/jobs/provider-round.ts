/** One round of provider calls by a worker. Rows of an unavailable provider are left for the next round. */
import type { Database } from '#db/client.ts';
import { describeFailure, log } from '#server/platform/log.ts';
import { ProviderUnavailable, providerNamed } from '#server/providers/payments/index.ts';
import type { PaymentProvider } from '#server/providers/payments/provider.ts';

export interface RoundOptions {
  readonly providerOf?: (name: string) => PaymentProvider;
  /** A stopwatch, not business time. */
  readonly elapsedMs?: () => number;
}

export interface Round {
  /** Whether the provider can still be asked in this round. */
  isOpen(name: string): boolean;
  /** Asks a row's provider. Returns false if that failed, which leaves the row for the next round. */
  ask(row: { id: string; provider: string }, ask: (provider: PaymentProvider) => Promise<boolean>): Promise<boolean>;
}

/**
 * A provider whose failed calls took this much time is not asked again in the round. A row that fails quickly in every
 * round does not block the others.
 */
const maxLostMs = 60_000;

export function startRound(
  db: Database,
  { providerOf = (name) => providerNamed(db, name), elapsedMs = () => performance.now() }: RoundOptions = {},
): Round {
  const providers = new Map<string, PaymentProvider | undefined>();
  const lostMs = new Map<string, number>();

  /** Undefined for a provider that is not configured, which is logged once. */
  function find(name: string): PaymentProvider | undefined {
    if (providers.has(name)) return providers.get(name);
    let provider: PaymentProvider | undefined;
    try {
      provider = providerOf(name);
    } catch (error) {
      if (!(error instanceof ProviderUnavailable)) throw error;
      log().error(
        { provider: name, error: error.message },
        'payment provider is not configured; its payments and refunds are postponed',
      );
    }
    providers.set(name, provider);
    return provider;
  }

  const isWithinLimit = (name: string): boolean => (lostMs.get(name) ?? 0) < maxLostMs;

  return {
    isOpen: (name) => find(name) !== undefined && isWithinLimit(name),
    async ask({ id, provider: name }, ask) {
      const provider = find(name);
      if (!provider || !isWithinLimit(name)) return false;
      const startedAt = elapsedMs();
      try {
        return await ask(provider);
      } catch (error) {
        // The row is left for the next round, and the other rows continue.
        lostMs.set(name, (lostMs.get(name) ?? 0) + elapsedMs() - startedAt);
        log().error({ id, provider: name, ...describeFailure(error) }, 'could not settle a payment or refund');
        return false;
      }
    },
  };
}
