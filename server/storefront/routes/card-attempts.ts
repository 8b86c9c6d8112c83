/**
 * The card testing limits for buyer pages. All limits share one answer: a card tester learns when to retry, but neither
 * which limit applied nor anything about the card.
 */
import { type Admit, AttemptRefused, admitCard } from '#server/billing/card-testing/admit.ts';
import { ApiError } from '#server/domain/errors.ts';
import type { GatewayRequest } from '#server/http/http.ts';
import type { Say } from '#server/i18n/say.ts';
import { readClock } from '#server/platform/clock.ts';
import { countAnonymousCall, countPaymentAttempt, type LimitStatus } from '#server/platform/rate-limits/rate-limit.ts';
import { settings as readSettings } from '#server/platform/settings.ts';

/** Longer waits are given in minutes. */
const maxSecondsShown = 90;

export const refuseAttempt = (seconds: number, say: Say): ApiError => {
  const message =
    seconds > maxSecondsShown
      ? say('errors.tooManyAttemptsMinutes', { minutes: Math.ceil(seconds / 60) })
      : say('errors.tooManyAttempts', { seconds });
  return new ApiError(429, message, 'payment', { headers: { 'Retry-After': String(seconds) } });
};

/** Counts a call that may charge a card, before its session is loaded. */
export async function countCardCall({ address }: Pick<GatewayRequest, 'address'>, say: Say): Promise<void> {
  requireFree(await countAnonymousCall(`checkout ${address}`, readSettings()), say);
}

/** Admits cards from that network. */
export const admitFrom =
  ({ address }: Pick<GatewayRequest, 'address'>, say: Say): Admit =>
  async (attempt) => {
    const settings = readSettings();
    requireFree(await countPaymentAttempt(attempt.ownerId, settings), say);
    try {
      return await admitCard(attempt, { address, settings, now: readClock() });
    } catch (error) {
      throw error instanceof AttemptRefused ? refuseAttempt(error.seconds, say) : error;
    }
  };

function requireFree({ refusal }: LimitStatus, say: Say): void {
  if (refusal) throw refuseAttempt(Number(refusal.headers['Retry-After']), say);
}
