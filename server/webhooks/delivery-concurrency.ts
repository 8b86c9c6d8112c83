/**
 * A worker's concurrent deliveries: in total, per merchant and per webhook. A webhook's limit follows its receiver's answers
 * (`rules/delivery-limit.ts`). While others wait, one merchant's receivers take at most a quarter of all slots; a last
 * quarter stays free of merchants above their shares.
 */

import { LRUCache } from 'lru-cache';
import type { Attempt } from './attempt.ts';
import type { ClaimLimits } from './data/webhook-delivery-claims.ts';
import { firstDeliveryLimit, nextDeliveryLimit } from './rules/delivery-limit.ts';
import type { Webhook } from './webhooks.ts';

/** The number of receivers and merchants that are remembered. */
const maxKnown = 1000;
/** A merchant's share of the worker's requests. */
const share = 1 / 4;

type Target = Pick<Webhook, 'id' | 'merchantId'>;

export interface DeliveryConcurrency {
  /**
   * The remaining limits of a merchant, whose slots are reserved until `release`; undefined if none is free. `isShared` limits
   * merchants to their shares.
   */
  reserve(merchantId: string, options: { readonly isShared: boolean }): ClaimLimits | undefined;
  release(limits: ClaimLimits): void;
  /** Whether another request may start. */
  isFree(): boolean;
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
  let reserved = 0;
  const defaultPerWebhook = Math.min(firstDeliveryLimit, maxPerWebhook);
  const limitFor = (webhookId: string): number => limitsPerWebhook.get(webhookId) ?? defaultPerWebhook;
  return {
    reserve(merchantId, { isShared }) {
      const free = (isShared ? max : max - maxPerMerchant) - total - reserved;
      const slots = isShared ? Math.min(free, maxPerMerchant - inFlightPerMerchant.of(merchantId)) : free;
      if (slots <= 0) return undefined;
      reserved += slots;
      const known = new Set([...inFlight.keys(), ...limitsPerWebhook.keys()]);
      const webhookSlots = new Map([...known].map((id) => [id, Math.max(0, limitFor(id) - inFlight.of(id))]));
      return { merchantId, max: slots, defaultPerWebhook, webhookSlots, after: afterOf.get(merchantId) ?? null };
    },
    release({ max: slots }) {
      reserved -= slots;
    },
    isFree: () => total < max,
    isShareFull: () => [...inFlightPerMerchant.keys()].some((id) => inFlightPerMerchant.of(id) >= maxPerMerchant),
    enter({ id, merchantId }) {
      total += 1;
      inFlight.add(id, 1);
      inFlightPerMerchant.add(merchantId, 1);
      afterOf.set(merchantId, id);
    },
    leave({ id, merchantId }, attempt) {
      const before = inFlight.of(id);
      total -= 1;
      inFlight.add(id, -1);
      inFlightPerMerchant.add(merchantId, -1);
      if (!attempt) return;
      const answer = {
        isSuccess: attempt.result.isSuccess,
        durationMs: attempt.row.durationMs,
        inFlight: before,
      };
      limitsPerWebhook.set(id, nextDeliveryLimit(limitFor(id), answer, maxPerWebhook));
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
