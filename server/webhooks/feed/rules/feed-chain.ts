/**
 * The chain of an event feed. Each event carries the digest of the one before, so a consumer detects a missing, an altered
 * and a moved event. The digest of an event is the SHA-256, as 64 lower-case hex digits, of the text
 *
 *     <previousDigest>.<sequence>.<bodyDigest>
 *
 * `previousDigest` of sequence 1 is 64 zeros. `bodyDigest` is the SHA-256 of the body's UTF-8 bytes, in hex: the chain can
 * be verified without the bodies.
 */
import { createHash } from 'node:crypto';

/** The previous digest of the first event. */
export const noDigest = '0'.repeat(64);

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The digest of an event. */
export const digestOf = (previousDigest: string, sequence: number, body: string): string =>
  sha256(`${previousDigest}.${sequence}.${sha256(body)}`);

/** The end of a verified part of a feed. */
export interface FeedPosition {
  readonly sequence: number;
  readonly digest: string;
}

/** The start of every feed. */
export const feedStart: FeedPosition = { sequence: 0, digest: noDigest };

/** An event as far as the chain covers it. */
export interface LinkedEvent extends FeedPosition {
  readonly previousDigest: string;
  readonly body: string;
}

/**
 * Verifies that `event` directly follows `previous` and is unaltered; returns the problem, or undefined if there is none.
 */
export function problemOf(previous: FeedPosition, event: LinkedEvent): string | undefined {
  if (event.sequence !== previous.sequence + 1) {
    return `event ${previous.sequence + 1} is missing; event ${event.sequence} follows`;
  }
  if (event.previousDigest !== previous.digest) return `event ${event.sequence} does not continue the previous event`;
  if (event.digest !== digestOf(event.previousDigest, event.sequence, event.body)) {
    return `event ${event.sequence} was altered`;
  }
  return undefined;
}
