/**
 * Identifiers. A row's key is a UUID. It is shown as a Short ID: `PREFIX_` and the same 128 bits in base62, padded to
 * 22 characters, so that both forms convert without a lookup. (decisions.md, "Identifiers")
 */
import { createHash } from 'node:crypto';
import { v4, v7 } from 'uuid';

export const prefixes = ['MER', 'STO', 'PROD', 'ORD', 'PAY', 'REF', 'TKT'] as const;
export type Prefix = (typeof prefixes)[number];

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const base = digits.length;
const width = 22;
/** Digits are converted in runs that fit into a number, which is many times faster than one bigint step per digit. */
const runLength = 8;
const runs = BigInt(base ** runLength);
const limit = 1n << 128n;
const valueOfDigit = new Map([...digits].map((digit, value) => [digit, value]));

/** A new row key: UUIDv7, so that rows created together are close in the index. */
export const newId = (): string => v7();

/** The lowest key that can be created at that time. Keys begin with the time in milliseconds. */
export function idAt(moment: Date): string {
  const time = moment.getTime().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`;
}

/**
 * The deterministic key of an object derived from a row for another: creating it twice gives the same key. It begins
 * with the row's time, so that both belong to one month's partition.
 */
export function idOfPair(rowId: string, forId: string): string {
  const hash = createHash('sha256').update(`${rowId} ${forId}`).digest('hex');
  const variant = (0x8 | (Number.parseInt(hash.charAt(3), 16) & 0x3)).toString(16);
  return `${rowId.slice(0, 13)}-7${hash.slice(0, 3)}-${variant}${hash.slice(4, 7)}-${hash.slice(7, 19)}`;
}

/** A new unguessable key, such as a checkout session's, which grants access: random, UUIDv4. */
export const newUnguessableId = (): string => v4();

const uuidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a text is a UUID in canonical form, of any version and case. */
export const isUuid = (text: string): boolean => uuidForm.test(text);

/** The Short ID of a UUID: `toShortId('STO', '0190…')` is `STO_` and 22 characters. */
export function toShortId(prefix: Prefix, uuid: string): string {
  let rest = BigInt(`0x${uuid.replaceAll('-', '')}`);
  let text = '';
  while (text.length < width) {
    let run = Number(rest % runs);
    rest /= runs;
    for (let index = 0; index < runLength && text.length < width; index += 1) {
      text = `${digits[run % base]}${text}`;
      run = Math.floor(run / base);
    }
  }
  return `${prefix}_${text}`;
}

/** Whether a value is such an id, as a Short ID or a bare UUID. */
export const isIdOf = (prefix: Prefix, value: unknown): boolean =>
  typeof value === 'string' && fromShortId(prefix, value) !== undefined;

/**
 * The UUID of a Short ID with that prefix, or of a bare UUID (both are accepted everywhere). Undefined for another
 * prefix or length, a character outside base62, or more than 128 bits.
 */
export function fromShortId(prefix: Prefix, value: string): string | undefined {
  if (isUuid(value)) return value.toLowerCase();
  if (!value.startsWith(`${prefix}_`) || value.length !== prefix.length + 1 + width) return undefined;
  let [bits, run] = [0n, 0];
  for (let index = 0; index < width; index += 1) {
    const digit = valueOfDigit.get(value.charAt(prefix.length + 1 + index));
    if (digit === undefined) return undefined;
    run = run * base + digit;
    if ((width - 1 - index) % runLength > 0) continue;
    bits = bits * runs + BigInt(run);
    run = 0;
  }
  if (bits >= limit) return undefined;
  const hex = bits.toString(16).padStart(32, '0');
  const uuid = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
  return uuid;
}
