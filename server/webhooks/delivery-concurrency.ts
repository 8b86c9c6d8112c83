/**
 * How many deliveries a worker has under way, in all, of each merchant and to each webhook. Where a receiver is slow or
 * fails, it gets one at a time; one that is quick gets twice as many each time, up to the most. So it takes as many bad
 * receivers as there is room, and not an eighth of them, to fill it; and those of one merchant fill a quarter of it, while
 * others wait.
 */

import { LRUCache } from 'lru-cache';
import type { Attempt } from './attempt.ts';
import type { Room } from './data/webhook-deliveries.ts';
import type { Webhook } from './webhooks.ts';

/** For a receiver of which nothing is known. */
const usual = 2;
/** What takes longer is slow. */
const slowMs = 1000;
/** So many receivers, and merchants, are remembered. */
const maxKnown = 1000;
/** Of the worker's requests, a merchant's part. */
const share = 1 / 4;

type Target = Pick<Webhook, 'id' | 'merchantId'>;

export interface DeliveryConcurrency {
  /** How many more there may be. `isShared`: whether merchants keep to their parts; they do unless told otherwise. */
  room(options?: { readonly isShared: boolean }): Room;
  /** Whether a merchant has all of its part under way. */
  isShareFull(): boolean;
  enter(webhook: Target): void;
  /** Absent: no request was made. */
  leave(webhook: Target, attempt: Attempt | undefined): void;
}

export function newDeliveryConcurrency({
  most,
  maxPerWebhook,
}: {
  readonly most: number;
  readonly maxPerWebhook: number;
}): DeliveryConcurrency {
  const maxPerMerchant = Math.max(1, Math.floor(most * share));
  const under = newCounts();
  const underOf = newCounts();
  const allowed = new LRUCache<string, number>({ max: maxKnown });
  const afterOf = new LRUCache<string, string>({ max: maxKnown });
  let total = 0;
  let after: string | null = null;
  const allowedFor = (webhookId: string): number => allowed.get(webhookId) ?? Math.min(usual, maxPerWebhook);
  return {
    room({ isShared } = { isShared: true }) {
      const known = new Set([...under.keys(), ...allowed.keys()]);
      const rooms = new Map([...known].map((id) => [id, Math.max(0, allowedFor(id) - under.of(id))]));
      const merchants = isShared ? [...underOf.keys()] : [];
      return {
        most: most - total,
        usual: Math.min(usual, maxPerWebhook),
        rooms,
        usualPerMerchant: isShared ? maxPerMerchant : most,
        merchantSlots: new Map(merchants.map((id) => [id, Math.max(0, maxPerMerchant - underOf.of(id))])),
        after,
        afterOf: new Map(afterOf.entries()),
      };
    },
    isShareFull: () => [...underOf.keys()].some((id) => underOf.of(id) >= maxPerMerchant),
    enter({ id, merchantId }) {
      total += 1;
      under.add(id, 1);
      underOf.add(merchantId, 1);
      after = merchantId;
      afterOf.set(merchantId, id);
    },
    leave({ id, merchantId }, attempt) {
      total -= 1;
      under.add(id, -1);
      underOf.add(merchantId, -1);
      if (!attempt) return;
      const isQuick = attempt.result.isSuccess && attempt.row.durationMs < slowMs;
      allowed.set(id, isQuick ? Math.min(allowedFor(id) * 2, maxPerWebhook) : 1);
    },
  };
}

/** How many of each there are; of whom there is none, nothing is kept. */
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
