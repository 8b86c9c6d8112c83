/** What `listen --chaos` does to an event. The same seed and sequence give the same effect, so that a run can be repeated. */
import { createHash } from 'node:crypto';

/** `drop`: the first attempt is lost, and the event is sent again later. `reorder`: the event is sent after the next one. */
export type ChaosEffect = 'none' | 'duplicate' | 'delay' | 'drop' | 'reorder';

export interface Chaos {
  readonly effect: ChaosEffect;
  /** The wait of a delayed or dropped event. */
  readonly waitMs: number;
}

/** The shares of the effects, in percent. The rest is sent as usual. */
const shares = { duplicate: 20, delay: 15, drop: 15, reorder: 20 } as const;
const [minWaitMs, maxWaitMs] = [500, 3000];

/** The effect on the event with this sequence. */
export function chaosFor(seed: string, sequence: number): Chaos {
  const digest = createHash('sha256').update(`${seed}.${sequence}`).digest();
  const percent = (digest.readUInt32BE(0) / 2 ** 32) * 100;
  const waitMs = Math.round(minWaitMs + (digest.readUInt32BE(4) / 2 ** 32) * (maxWaitMs - minWaitMs));
  let below = 0;
  for (const [effect, share] of Object.entries(shares)) {
    below += share;
    if (percent < below) return { effect: effect as keyof typeof shares, waitMs };
  }
  return { effect: 'none', waitMs };
}
