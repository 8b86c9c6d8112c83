/** When which of the platform's key pairs signs what is delivered to webhooks, and when it is published. */

/** When a key of one environment counts. */
export interface KeyTerm {
  /** It signs from then, until a later one does. */
  readonly signsFrom: Date;
  /** Until when it is published, and may sign; null: no later one has taken its place yet. */
  readonly publishedUntil: Date | null;
}

/** How long a new key is published before it signs, and an old one after: receivers may keep what they have read. */
export const overlap = {
  usualMs: 24 * 60 * 60_000,
  minMs: 15 * 60_000,
  maxMs: 90 * 24 * 60 * 60_000,
} as const;

/** Whether receivers are shown it at that time. */
export const isPublished = ({ publishedUntil }: KeyTerm, now: Date): boolean =>
  publishedUntil === null || publishedUntil > now;

/**
 * The key that signs at that time: the newest whose time has come; before the first one's time, by a clock that is slow, the
 * first. Undefined where none is published.
 */
export function signingKeyOf<Key extends KeyTerm>(keys: readonly Key[], now: Date): Key | undefined {
  const published = keys.filter((key) => isPublished(key, now));
  const inOrder = published.toSorted((a, b) => a.signsFrom.getTime() - b.signsFrom.getTime());
  return inOrder.findLast((key) => key.signsFrom <= now) ?? inOrder[0];
}

/** The key that is published already and signs later; undefined: no rotation is under way. */
export const waitingKeyOf = <Key extends KeyTerm>(keys: readonly Key[], now: Date): Key | undefined =>
  keys.find((key) => key.signsFrom > now && isPublished(key, now));

const units = { m: 60_000, h: 60 * 60_000, d: 24 * 60 * 60_000 } as const;

/** `15m`, `24h` or `7d` in milliseconds; undefined for anything else, and for what is too short or too long. */
export function readOverlap(text: string): number | undefined {
  const [, count, unit] = /^(\d{1,5})([mhd])$/.exec(text) ?? [];
  const length = Number(count) * units[unit as keyof typeof units];
  return length >= overlap.minMs && length <= overlap.maxMs ? length : undefined;
}
