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
  const defaultPerWebhook = Math.min(firstDeliveryLimit, maxPerWebhook);
  const limitFor = (webhookId: string): number => limitsPerWebhook.get(webhookId) ?? defaultPerWebhook;
  return {
    limits({ isShared } = { isShared: true }) {
      const known = new Set([...inFlight.keys(), ...limitsPerWebhook.keys()]);
      const webhookSlots = new Map([...known].map((id) => [id, Math.max(0, limitFor(id) - inFlight.of(id))]));
      const merchants = isShared ? [...inFlightPerMerchant.keys()] : [];
      return {
        max: Math.max(0, (isShared ? max : max - maxPerMerchant) - total),
        defaultPerWebhook,
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
