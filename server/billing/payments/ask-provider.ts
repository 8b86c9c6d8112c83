/** Questions to a payment provider: it may take long, or not answer at all. */
import { describeFailure, log } from '#server/platform/log.ts';
import { withTimeout } from '#server/platform/with-timeout.ts';
import type { ChargeOutcome, ChargeReference, PaymentProvider } from '#server/providers/payments/provider.ts';

/** How long a provider is waited for. Longer, and the outcome counts as unknown: the worker finds it. */
export const maxAnswerMs = 20_000;

/** The provider's answer; a `TimedOut` after `limitMs`. */
export const withinTime = <Answer>(answer: Promise<Answer>, limitMs = maxAnswerMs): Promise<Answer> =>
  withTimeout(answer, limitMs);

/**
 * What becomes of a charge; undefined where the provider does not answer in time. That is no failure: the worker will
 * find out. `about` names the charge in the log, `said` is what the log says of it.
 */
export async function askOutcome(
  ask: () => Promise<ChargeOutcome>,
  limitMs: number | undefined,
  about: Readonly<Record<string, string>>,
  said: string,
): Promise<ChargeOutcome | undefined> {
  try {
    return await withinTime(ask(), limitMs);
  } catch (error) {
    log().error({ ...about, ...describeFailure(error) }, said);
    return undefined;
  }
}

/**
 * What has become of a charge. One that failed is closed: the buyer's browser may hold what Stripe asks for to try further
 * cards on it, past our limits.
 */
export async function checkAndClose(
  provider: PaymentProvider,
  charge: ChargeReference,
  now: Date,
  limitMs?: number,
): Promise<ChargeOutcome> {
  const outcome = await withinTime(provider.check(charge, now), limitMs);
  if (outcome.status !== 'failed' || isUnheardOf(outcome)) return outcome;
  try {
    return await withinTime(provider.settle(charge, now), limitMs);
  } catch (error) {
    log().error({ charge: charge.key, ...describeFailure(error) }, 'failed charge not closed');
    return outcome;
  }
}

/** The provider has not heard of the charge, which may still be on its way there. */
export const isUnheardOf = (outcome: ChargeOutcome): boolean =>
  outcome.status === 'failed' && outcome.code === 'not_attempted';
