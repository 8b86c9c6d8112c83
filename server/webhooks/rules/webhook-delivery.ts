/**
 * The state machine of a delivery, its retry schedule and chaos mode. Random numbers from 0 up to 1 are arguments.
 * (decisions.md, "Webhooks".)
 */
import { followOrRefuse, type Transitions } from '#server/domain/state-machine.ts';
import type { ChaosShares, DeliveryStatus } from './webhook.ts';

/**
 * - `deliver`: the receiver accepted it. - `give_up`: no attempt is left, or no receiver. - `send_again`: requested.
 * A delivery that was given up while in flight may still be delivered.
 */
export type DeliveryEvent = 'deliver' | 'give_up' | 'send_again';

export const deliveryTransitions: Transitions<DeliveryStatus, DeliveryEvent> = {
  pending: { deliver: 'success', give_up: 'failed', send_again: 'pending' },
  success: { deliver: 'success', send_again: 'pending' },
  failed: { deliver: 'success', send_again: 'pending' },
};

/** The next status of a delivery; throws 400 if the event is not allowed. */
export const nextDeliveryStatus = (from: DeliveryStatus, event: DeliveryEvent): DeliveryStatus =>
  followOrRefuse(deliveryTransitions, from, event, {
    message: `A delivery that is ${from} cannot ${event.replace('_', ' ')}`,
    layer: 'store',
  });

/** The timeout of a request. */
export const deliveryTimeoutMs = 10_000;

/** After this time without a recorded attempt a worker counts as dead, and another one repeats the attempt. */
export const deliveryLeaseMs = 60_000;

/** The delays after failed attempts; one more attempt follows the last delay. */
const delaysMs = [30, 120, 600, 3600, 21_600, 86_400].map((seconds) => seconds * 1000);

/** The maximum variation of a delay, so that a recovered receiver does not get all retries at once. */
const jitter = 0.1;

const dayMs = 86_400_000;

/** The parts of an attempt's result that decide what follows. */
export type AttemptResult =
  | { readonly isSuccess: true }
  /** `status` is the receiver's answer, if any; `retryAfter` its header. */
  | { readonly isSuccess: false; readonly status?: number | undefined; readonly retryAfter?: string | undefined };

/** What follows an attempt. */
export type AttemptOutcome =
  | { readonly event: 'deliver' }
  | { readonly event: 'give_up' }
  | { readonly event: 'retry'; readonly nextAttemptAt: Date };

/**
 * What follows the `attempt`th attempt of a round; resending starts a new round. The receiver may delay the next one with
 * `Retry-After`, by a day at most, and end them with 410.
 */
export function outcomeOf(result: AttemptResult, attempt: number, now: Date, random: number): AttemptOutcome {
  if (result.isSuccess) return { event: 'deliver' };
  const delayMs = delaysMs[attempt - 1];
  if (result.status === 410 || delayMs === undefined) return { event: 'give_up' };
  const scheduledMs = Math.round(delayMs * (1 - jitter + 2 * jitter * random));
  const requestedMs = result.retryAfter === undefined ? 0 : readRetryAfterMs(result.retryAfter, now);
  return { event: 'retry', nextAttemptAt: new Date(now.getTime() + Math.max(scheduledMs, requestedMs)) };
}

/** `Retry-After`, in seconds or as a date, converted to milliseconds from now, from 0 to a day. 0 if it is invalid. */
export function readRetryAfterMs(text: string, now: Date): number {
  const trimmed = text.trim();
  const ms = /^\d+$/.test(trimmed) ? Number(trimmed) * 1000 : Date.parse(trimmed) - now.getTime();
  return Number.isNaN(ms) ? 0 : Math.min(Math.max(ms, 0), dayMs);
}

/** How long all attempts have to fail before a webhook is paused. */
const failingMs = 3 * dayMs;

/** Whether a webhook whose attempt has just failed has to be paused. */
export const isToPause = (failingSince: Date, now: Date): boolean =>
  now.getTime() - failingSince.getTime() >= failingMs;

/** How long deliveries are stored. */
export const deliveryRetentionMs = 30 * dayMs;

/** The number of stored attempts of a delivery; older ones are deleted. */
export const maxStoredAttempts = 30;

const chaosKinds = ['duplicate', 'delay', 'reorder', 'drop'] as const satisfies readonly ChaosKind[];
export type ChaosKind = keyof ChaosShares;

/** The effect of chaos mode on a delivery. */
export interface Chaos {
  readonly kind: ChaosKind;
  /** The added delay. */
  readonly delayMs: number;
}

/** The range of the added delay in milliseconds, by kind. */
const delayRangesMs: Readonly<Record<ChaosKind, readonly [number, number]>> = {
  duplicate: [0, 0],
  delay: [5_000, 60_000],
  reorder: [2_000, 10_000],
  drop: [0, 0],
};

/** The effect on one delivery, or null. `choice` selects the kind, `length` the delay. */
export function chaosOf(shares: ChaosShares | null, choice: number, length: number): Chaos | null {
  let upTo = 0;
  for (const kind of chaosKinds) {
    upTo += shares?.[kind] ?? 0;
    if (choice * 100 >= upTo) continue;
    const [minMs, maxMs] = delayRangesMs[kind];
    return { kind, delayMs: Math.round(minMs + (maxMs - minMs) * length) };
  }
  return null;
}

/** The recorded reasons of deliveries that were given up, in the merchant's words. */
export const givenUpReasons = {
  dropped: 'Dropped by chaos mode',
  webhookRemoved: 'The webhook was removed',
  storeDeleted: 'The store was deleted',
} as const;
