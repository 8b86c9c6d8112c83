/**
 * The links of the audit log. Each merchant's events are chained in the order in which the worker handles them, from
 * position 1. A link's hash covers its event and the hash of the previous link.
 *
 * The format, for independent checks: the SHA-256, as 64 lower-case hex digits, of the UTF-8 bytes of the JSON text
 *
 *     ["<previousHash>",<position>,{<event>}]
 *
 * without white space, with the keys of every object sorted by their UTF-16 code units (RFC 8785). `previousHash` of
 * position 1 is 64 zeros. The event has exactly the keys of {@link chainedFields}, null without a value; ids are bare UUIDs,
 * times are UTC with milliseconds ("2026-11-15T12:00:00.000Z").
 */
import { createHash } from 'node:crypto';
import type { Actor, Changes } from './event.ts';

/** The hashed fields of an event: all of them. */
const chainedFields = [
  'id',
  'merchantId',
  'storeId',
  'environment',
  'type',
  'objectType',
  'objectId',
  'sequence',
  'actor',
  'data',
  'changes',
  'createdAt',
  'recordedAt',
] as const;

/** An event's row. */
export interface ChainedEvent {
  readonly id: string;
  readonly merchantId: string;
  readonly storeId: string | null;
  readonly environment: string;
  readonly type: string;
  readonly objectType: string;
  readonly objectId: string;
  readonly sequence: number;
  readonly actor: Actor;
  readonly data: Readonly<Record<string, unknown>>;
  readonly changes: Changes | null;
  readonly createdAt: Date;
  readonly recordedAt: Date | null;
}

/** The previous hash of the first link. */
export const noHash = '0'.repeat(64);

/** The hash of the link at `position` after the one with `previousHash`. */
export const hashLink = (previousHash: string, position: number, event: ChainedEvent): string =>
  createHash('sha256')
    .update(canonicalJson([previousHash, position, chainedFormOf(event)]))
    .digest('hex');

/** The event as hashed and exported: times as text. */
export const chainedFormOf = (event: ChainedEvent): Record<(typeof chainedFields)[number], unknown> =>
  Object.fromEntries(
    chainedFields.map((name) => {
      const value = event[name];
      return [name, value instanceof Date ? value.toISOString() : value];
    }),
  ) as Record<(typeof chainedFields)[number], unknown>;

/** Canonical JSON (RFC 8785): one text for one value. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = value as Readonly<Record<string, unknown>>;
  const pairs = Object.keys(fields)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonicalJson(fields[name])}`);
  return `{${pairs.join(',')}}`;
}
