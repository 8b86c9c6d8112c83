/** One round of a worker's questions to payment providers: one that cannot be asked now is left until the next. */
import type { Database } from '#db/client.ts';
import { describeFailure, log } from '#server/platform/log.ts';
import { ProviderUnavailable, providerNamed } from '#server/providers/payments/index.ts';
import type { PaymentProvider } from '#server/providers/payments/provider.ts';

export interface RoundOptions {
  readonly providerOf?: (name: string) => PaymentProvider;
  /** A stopwatch: no business time. */
  readonly elapsedMs?: () => number;
}

export interface Round {
  /** Whether a provider can be asked (any more) in this round. */
  isOpen(name: string): boolean;
  /** Asks the provider of a row; false where that could not be done, which leaves the row for the next round. */
  ask(
    row: { id: string; provider: string },
    question: (provider: PaymentProvider) => Promise<boolean>,
  ): Promise<boolean>;
}

/**
 * As much time lost with questions that failed, and a provider is not asked any more in this round. A row that fails
 * quickly, in every round, does not keep the others from being asked.
 */
const patienceMs = 60_000;

export function beginRound(
  db: Database,
  { providerOf = (name) => providerNamed(db, name), elapsedMs = () => performance.now() }: RoundOptions = {},
): Round {
  const providers = new Map<string, PaymentProvider | undefined>();
  const lostMs = new Map<string, number>();

  /** Undefined, and logged once, for a provider that is not set up. */
  function find(name: string): PaymentProvider | undefined {
    if (providers.has(name)) return providers.get(name);
    let provider: PaymentProvider | undefined;
    try {
      provider = providerOf(name);
    } catch (error) {
      if (!(error instanceof ProviderUnavailable)) throw error;
      log().error({ provider: name, error: error.message }, 'payments and refunds wait for their provider');
    }
    providers.set(name, provider);
    return provider;
  }

  const hasPatience = (name: string): boolean => (lostMs.get(name) ?? 0) < patienceMs;

  return {
    isOpen: (name) => find(name) !== undefined && hasPatience(name),
    async ask({ id, provider: name }, question) {
      const provider = find(name);
      if (!provider || !hasPatience(name)) return false;
      const askedAt = elapsedMs();
      try {
        return await question(provider);
      } catch (error) {
        // Left as it is, for the next round; the others are not to wait for it.
        lostMs.set(name, (lostMs.get(name) ?? 0) + elapsedMs() - askedAt);
        log().error({ id, provider: name, ...describeFailure(error) }, 'payment or refund not settled');
        return false;
      }
    },
  };
}
