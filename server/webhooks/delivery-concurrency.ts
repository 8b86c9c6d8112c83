/**
 * A worker's concurrent deliveries: in total, per merchant and per webhook. A slow or failing receiver gets one request at a
 * time; a quick one gets twice as many each time, up to the maximum. While others wait, one merchant's receivers take at
 * most a quarter of all slots.
 */

import { LRUCache } from 'lru-cache';
import type { Attempt } from './attempt.ts';
import type { ClaimLimits } from './data/webhook-deliveries.ts';
import type { Webhook } from './webhooks.ts';

/** The limit for an unknown receiver. */
const defaultPerWebhook = 2;
/** Longer requests count as slow. */
const slowMs = 1000;
/** The number of receivers and merchants that are remembered. */
const maxKnown = 1000;
/** A merchant's share of the worker's requests. */
const share = 1 / 4;

type Target = Pick<Webhook, 'id' | 'merchantId'>;

export interface DeliveryConcurrency {
  /** The remaining limits. `isShared` limits merchants to their shares; that is the default. */
  limits(options?: { readonly isShared: boolean }): ClaimLimits;
  /** Whether a merchant uses its whole share. */
  isShareFull(): boolean;
  enter(webhook: Target): void;
  /** `attempt` is absent if no request was sent. */
  leave(webhook: Target, attempt: Attempt | undefined): void;
}

export function newDeliveryConcurrency({
  max,
  maxPerWebhook,
}: {
  readonly max: number;
  readonly maxPerWebhook: number;
}): DeliveryConcurrency {
  const maxPerMerchant = Math.max(1, Math.floor(max * share));
  const inFlight = newCounts();
  const inFlightPerMerchant = newCounts();
  const limitsPerWebhook = new LRUCache<string, number>({ max: maxKnown });
  const afterOf = new LRUCache<string, string>({ max: maxKnown });
  let total = 0;
  let after: string | null = null;
  const limitFor = (webhookId: string): number =>
    limitsPerWebhook.get(webhookId) ?? Math.min(defaultPerWebhook, maxPerWebhook);
  return {
    limits({ isShared } = { isShared: true }) {
      const known = new Set([...inFlight.keys(), ...limitsPerWebhook.keys()]);
      const webhookSlots = new Map([...known].map((id) => [id, Math.max(0, limitFor(id) - inFlight.of(id))]));
      const merchants = isShared ? [...inFlightPerMerchant.keys()] : [];
      return {
        max: max - total,
        defaultPerWebhook: Math.min(defaultPerWebhook, maxPerWebhook),
        webhookSlots,
        defaultPerMerchant: isShared ? maxPerMerchant : max,
        merchantSlots: new Map(merchants.map((id) => [id, Math.max(0, maxPerMerchant - inFlightPerMerchant.of(id))])),
        after,
        afterOf: new Map(afterOf.entries()),
      };
    },
    isShareFull: () => [...inFlightPerMerchant.keys()].some((id) => inFlightPerMerchant.of(id) >= maxPerMerchant),
    enter({ id, merchantId }) {
      total += 1;
      inFlight.add(id, 1);
      inFlightPerMerchant.add(merchantId, 1);
      after = merchantId;
      afterOf.set(merchantId, id);
    },
    leave({ id, merchantId }, attempt) {
      total -= 1;
      inFlight.add(id, -1);
      inFlightPerMerchant.add(merchantId, -1);
      if (!attempt) return;
      const isQuick = attempt.result.isSuccess && attempt.row.durationMs < slowMs;
      limitsPerWebhook.set(id, isQuick ? Math.min(limitFor(id) * 2, maxPerWebhook) : 1);
    },
  };
}

/** Counters by ID; counters of zero are removed. */
function newCounts() {
  const counts = new Map<string, number>();
  const of = (id: string): number => counts.get(id) ?? 0;
  return {
    of,
    keys: () => counts.keys(),
    add(id: string, number: number): void {
      const left = of(id) + number;
      if (left > 0) counts.set(id, left);
      else counts.delete(id);
    },
  };
}
