/**
 * How many deliveries a webhook gets at once: additive increase and multiplicative decrease (AIMD), as in TCP's congestion
 * control. A quick success adds one, a failure or a slow answer halves.
 */

/** The limit for an unknown receiver. */
export const firstDeliveryLimit = 2;
/** The limit for the quickest receiver. */
export const maxDeliveryLimit = 64;
/** Longer requests count as slow. */
export const slowAnswerMs = 1000;

/** A finished request, and the number of the webhook's requests in flight before it ended. */
export interface DeliveryAnswer {
  readonly isSuccess: boolean;
  readonly durationMs: number;
  readonly inFlight: number;
}

/** The limit after an answer, from 1 to `max`. A limit that is not even half used does not grow: it is untested. */
export function nextDeliveryLimit(
  limit: number,
  { isSuccess, durationMs, inFlight }: DeliveryAnswer,
  max: number,
): number {
  if (!isSuccess || durationMs >= slowAnswerMs) return Math.max(1, Math.floor(limit / 2));
  return inFlight * 2 >= limit ? Math.min(limit + 1, max) : limit;
}
