/** Calls to a payment provider, with timeouts. */
import { describeFailure, log } from '#server/platform/log.ts';
import { withTimeout } from '#server/platform/with-timeout.ts';
import type { ChargeOutcome, ChargeReference, PaymentProvider } from '#server/providers/payments/provider.ts';

/** The timeout of a provider call. After it the outcome counts as unknown, and the worker determines it. */
export const maxAnswerMs = 20_000;

/** The provider's answer; throws `TimedOut` after `limitMs`. */
export const withProviderTimeout = <Answer>(answer: Promise<Answer>, limitMs = maxAnswerMs): Promise<Answer> =>
  withTimeout(answer, limitMs);

/**
 * The outcome of a charge; undefined if the call fails or times out, because the worker will determine it. `logFields` and
 * `message` go to the log.
 */
export async function askOutcome(
  ask: () => Promise<ChargeOutcome>,
  limitMs: number | undefined,
  logFields: Readonly<Record<string, string>>,
  message: string,
): Promise<ChargeOutcome | undefined> {
  try {
    return await withProviderTimeout(ask(), limitMs);
  } catch (error) {
    log().error({ ...logFields, ...describeFailure(error) }, message);
    return undefined;
  }
}

/**
 * Checks a charge, and closes a failed one: with the client secret in the buyer's browser, further cards could otherwise
 * be tried on it past our limits.
 */
export async function checkAndClose(
  provider: PaymentProvider,
  charge: ChargeReference,
  now: Date,
  limitMs?: number,
): Promise<ChargeOutcome> {
  const outcome = await withProviderTimeout(provider.check(charge, now), limitMs);
  if (outcome.status !== 'failed' || isUnknownToProvider(outcome)) return outcome;
  try {
    return await withProviderTimeout(provider.settle(charge, now), limitMs);
  } catch (error) {
    log().error({ charge: charge.key, ...describeFailure(error) }, 'could not close a failed charge');
    return outcome;
  }
}

/** Whether the provider does not know the charge. It may still be in flight. */
export const isUnknownToProvider = (outcome: ChargeOutcome): boolean =>
  outcome.status === 'failed' && outcome.code === 'not_attempted';
