/** When the platform's keys sign deliveries, and when they are published. */

/** The dates of a key of one environment. */
export interface KeyTerm {
  /** The key signs from this time until a later key does. */
  readonly signsFrom: Date;
  /** The end of its publication; null until a later key replaces it. */
  readonly publishedUntil: Date | null;
}

/** How long a new key is published before it signs, and an old one afterwards, because receivers may cache keys. */
export const overlap = {
  usualMs: 24 * 60 * 60_000,
  minMs: 15 * 60_000,
  maxMs: 90 * 24 * 60 * 60_000,
} as const;

/** Whether a key is published at a time. */
export const isPublished = ({ publishedUntil }: KeyTerm, now: Date): boolean =>
  publishedUntil === null || publishedUntil > now;

/**
 * The key that signs at a time: the newest whose time has come; before that, because clocks differ, the first one. Undefined
 * if none is published.
 */
export function signingKeyOf<Key extends KeyTerm>(keys: readonly Key[], now: Date): Key | undefined {
  const published = keys.filter((key) => isPublished(key, now));
  const inOrder = published.toSorted((a, b) => a.signsFrom.getTime() - b.signsFrom.getTime());
  return inOrder.findLast((key) => key.signsFrom <= now) ?? inOrder[0];
}

/** The published key that will sign later; undefined without a rotation in progress. */
export const waitingKeyOf = <Key extends KeyTerm>(keys: readonly Key[], now: Date): Key | undefined =>
  keys.find((key) => key.signsFrom > now && isPublished(key, now));

const units = { m: 60_000, h: 60 * 60_000, d: 24 * 60 * 60_000 } as const;

/** Parses `15m`, `24h` or `7d` to milliseconds; undefined if it is invalid or out of range. */
export function readOverlap(text: string): number | undefined {
  const [, count, unit] = /^(\d{1,5})([mhd])$/.exec(text) ?? [];
  const length = Number(count) * units[unit as keyof typeof units];
  return length >= overlap.minMs && length <= overlap.maxMs ? length : undefined;
}
