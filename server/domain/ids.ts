/**
 * Identifiers: a row's key is a UUID; outside it is shown as a Short ID, `PREFIX_` and the same 128 bits in base62,
 * padded to 22 characters, so that either form can be turned into the other without a look-up.
 * (decisions.md, "Identifiers".)
 */
import { createHash } from 'node:crypto';
import { v4, v7 } from 'uuid';

export const prefixes = ['MER', 'STO', 'PROD', 'ORD', 'PAY', 'REF', 'TKT'] as const;
export type Prefix = (typeof prefixes)[number];

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const base = digits.length;
const width = 22;
/** So many digits at a time fit into a number: with one of all their bits, each step would cost many times as much. */
const runLength = 8;
const runs = BigInt(base ** runLength);
const limit = 1n << 128n;
const valueOfDigit = new Map([...digits].map((digit, value) => [digit, value]));

/** A new key for a row: UUIDv7, so that rows made together lie together in the index. */
export const newId = (): string => v7();

/** The lowest key that can have been made at that moment: keys begin with the time, in milliseconds. */
export function idAt(moment: Date): string {
  const time = moment.getTime().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`;
}

/**
 * The one key of what is made of a row for something else: made twice, it is the same. It begins with the time of the row's own
 * key, so that both are of one month.
 */
export function idOfPair(rowId: string, forId: string): string {
  const hash = createHash('sha256').update(`${rowId} ${forId}`).digest('hex');
  const variant = (0x8 | (Number.parseInt(hash.charAt(3), 16) & 0x3)).toString(16);
  return `${rowId.slice(0, 13)}-7${hash.slice(0, 3)}-${variant}${hash.slice(4, 7)}-${hash.slice(7, 19)}`;
}

/** A new key where knowing it grants access (a checkout session): random, UUIDv4. */
export const newUnguessableId = (): string => v4();

const uuidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a text is a UUID in its usual form, of any version, in either case. */
export const isUuid = (text: string): boolean => uuidForm.test(text);

/** The Short ID of a UUID: `toShortId('STO', '0190…')` is `STO_` and 22 characters. */
export function toShortId(prefix: Prefix, uuid: string): string {
  let rest = BigInt(`0x${uuid.replaceAll('-', '')}`);
  let text = '';
  while (text.length < width) {
    let run = Number(rest % runs);
    rest /= runs;
    for (let place = 0; place < runLength && text.length < width; place += 1) {
      text = `${digits[run % base]}${text}`;
      run = Math.floor(run / base);
    }
  }
  return `${prefix}_${text}`;
}

/** Whether a value has the form of such an id, as a Short ID or as a bare UUID. */
export const isIdOf = (prefix: Prefix, value: unknown): boolean =>
  typeof value === 'string' && fromShortId(prefix, value) !== undefined;

/**
 * The UUID behind a Short ID of that prefix, or behind a bare UUID (both are accepted everywhere).
 * Undefined for anything else: another prefix, another length, a character outside base62, more than 128 bits.
 */
export function fromShortId(prefix: Prefix, value: string): string | undefined {
  if (isUuid(value)) return value.toLowerCase();
  if (!value.startsWith(`${prefix}_`) || value.length !== prefix.length + 1 + width) return undefined;
  let [bits, run] = [0n, 0];
  for (let place = 0; place < width; place += 1) {
    const digit = valueOfDigit.get(value.charAt(prefix.length + 1 + place));
    if (digit === undefined) return undefined;
    run = run * base + digit;
    if ((width - 1 - place) % runLength > 0) continue;
    bits = bits * runs + BigInt(run);
    run = 0;
  }
  if (bits >= limit) return undefined;
  const hex = bits.toString(16).padStart(32, '0');
  const uuid = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
  return uuid;
}
