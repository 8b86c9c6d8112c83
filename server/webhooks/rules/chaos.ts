/** Chaos mode: deliberate faults that a merchant's handler of a test webhook has to handle. */
import { z } from 'zod';
import { ApiError } from '#server/domain/errors.ts';
import type { ChaosShares } from './webhook.ts';

const descriptions: Readonly<Record<keyof ChaosShares, string>> = {
  duplicate: 'Percentage of deliveries that are sent twice, with the same ID',
  delay: 'Percentage of deliveries that are sent up to a minute late',
  reorder: 'Percentage of deliveries that are reordered: later events of the same object may arrive first',
  drop: 'Percentage of deliveries that are not sent',
};

export const chaosRefusals = {
  share: 'must be a whole number from 0 to 100',
  sum: 'The shares of duplicate, delay, reorder and drop must add up to at most 100',
  testOnly: 'Chaos mode works with test webhooks only',
} as const;

/** One share in whole percent; 0 if omitted. */
export const chaosShare = (kind: keyof ChaosShares) => {
  const error = `Invalid ${kind}: ${chaosRefusals.share}`;
  return z.number({ error }).int({ error }).min(0, { error }).max(100, { error }).default(0).meta({
    description: descriptions[kind],
  });
};

/** The shares to store; null if all are zero. Throws 400 if they exceed 100 percent. */
export function readChaos({ duplicate, delay, reorder, drop }: ChaosShares): ChaosShares | null {
  const sum = duplicate + delay + reorder + drop;
  if (sum > 100) throw new ApiError(400, chaosRefusals.sum, 'store');
  return sum === 0 ? null : { duplicate, delay, reorder, drop };
}
