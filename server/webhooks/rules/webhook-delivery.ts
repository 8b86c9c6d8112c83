/**
 * The life of a delivery: when it is tried, tried again and given up, and what chaos mode does to it. Random numbers, from
 * 0 up to 1, are arguments. (decisions.md, "Webhooks".)
 */
import { followOrRefuse, type Transitions } from '#server/domain/state-machine.ts';
import type { ChaosShares, DeliveryStatus } from './webhook.ts';

/**
 * - `deliver`: the receiver took it. - `give_up`: there is nothing more to try, or nobody to try it at. - `send_again`: it
 * was asked for.
 * One that was given up while it was on its way may be delivered all the same.
 */
export type DeliveryEvent = 'deliver' | 'give_up' | 'send_again';

export const deliveryTransitions: Transitions<DeliveryStatus, DeliveryEvent> = {
  pending: { deliver: 'success', give_up: 'failed', send_again: 'pending' },
  success: { deliver: 'success', send_again: 'pending' },
  failed: { deliver: 'success', send_again: 'pending' },
};

/** The next status of a delivery; 400 where the event is not allowed in that status. */
export const nextDeliveryStatus = (from: DeliveryStatus, event: DeliveryEvent): DeliveryStatus =>
  followOrRefuse(deliveryTransitions, from, event, {
    message: `A delivery that is ${from} cannot ${event.replace('_', ' ')}`,
    layer: 'store',
  });

/** How long a receiver may take. */
export const deliveryTimeoutMs = 10_000;

/** A worker that has not recorded what came of an attempt by then counts as dead, and another makes it again. */
export const deliveryLeaseMs = 60_000;

/** How long to wait after each attempt that failed; after the last one more is made, and no other. */
const waitsMs = [30, 120, 600, 3600, 21_600, 86_400].map((seconds) => seconds * 1000);

/** So much of a wait, at most, is taken off or added: receivers that were down are not to be hit by all at once. */
const jitter = 0.1;

const dayMs = 86_400_000;

/** What came of an attempt, as far as it decides what comes next. */
export type AttemptResult =
  | { readonly isSuccess: true }
  /** `status`: what the receiver answered; absent where it did not. `retryAfter`: the header of that name. */
  | { readonly isSuccess: false; readonly status?: number | undefined; readonly retryAfter?: string | undefined };

/** What becomes of a delivery after an attempt. */
export type AttemptOutcome =
  | { readonly event: 'deliver' }
  | { readonly event: 'give_up' }
  | { readonly event: 'retry'; readonly nextAttemptAt: Date };

/**
 * What becomes of a delivery after its `attempt`th attempt, counted from 1 in each round of retries: one begins whenever
 * it is sent again. The receiver may put the next one off by `Retry-After`, for a day at most, and end them by 410.
 */
export function outcomeOf(result: AttemptResult, attempt: number, now: Date, random: number): AttemptOutcome {
  if (result.isSuccess) return { event: 'deliver' };
  const waitMs = waitsMs[attempt - 1];
  if (result.status === 410 || waitMs === undefined) return { event: 'give_up' };
  const usualMs = Math.round(waitMs * (1 - jitter + 2 * jitter * random));
  const askedMs = result.retryAfter === undefined ? 0 : readRetryAfterMs(result.retryAfter, now);
  return { event: 'retry', nextAttemptAt: new Date(now.getTime() + Math.max(usualMs, askedMs)) };
}

/** `Retry-After` in milliseconds from now: seconds or a date, from 0 to a day. 0 for what is neither. */
export function readRetryAfterMs(text: string, now: Date): number {
  const trimmed = text.trim();
  const ms = /^\d+$/.test(trimmed) ? Number(trimmed) * 1000 : Date.parse(trimmed) - now.getTime();
  return Number.isNaN(ms) ? 0 : Math.min(Math.max(ms, 0), dayMs);
}

/** How long every attempt has to fail until a webhook is paused. */
const failingMs = 3 * dayMs;

/** Whether a webhook whose attempt has just failed is to be paused. */
export const isToPause = (failingSince: Date, now: Date): boolean =>
  now.getTime() - failingSince.getTime() >= failingMs;

/** How long deliveries are kept. */
export const deliveryRetentionMs = 30 * dayMs;

/** So many attempts of a delivery are kept, the newest, however often it is sent again. */
export const maxAttemptsKept = 30;

const chaosKinds = ['duplicate', 'delay', 'reorder', 'drop'] as const satisfies readonly ChaosKind[];
export type ChaosKind = keyof ChaosShares;

/** What chaos mode does to a delivery. */
export interface Chaos {
  readonly kind: ChaosKind;
  /** How long it is held back. */
  readonly delayMs: number;
}

/** Between so many milliseconds it is held back, by what is done to it. */
const heldBackMs: Readonly<Record<ChaosKind, readonly [number, number]>> = {
  duplicate: [0, 0],
  delay: [5_000, 60_000],
  reorder: [2_000, 10_000],
  drop: [0, 0],
};

/** What is done to one delivery, if anything. `choice` picks which, `length` how long. */
export function chaosOf(shares: ChaosShares | null, choice: number, length: number): Chaos | null {
  let upTo = 0;
  for (const kind of chaosKinds) {
    upTo += shares?.[kind] ?? 0;
    if (choice * 100 >= upTo) continue;
    const [least, most] = heldBackMs[kind];
    return { kind, delayMs: Math.round(least + (most - least) * length) };
  }
  return null;
}

/** Why a delivery failed that was never tried to its end, in the merchant's words. */
export const givenUpReasons = {
  dropped: 'Dropped by chaos mode',
  webhookRemoved: 'The webhook was removed',
  storeDeleted: 'The store was deleted',
} as const;
