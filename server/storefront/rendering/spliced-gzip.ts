/**
 * Gzip of a text most of which stays the same: what stays is compressed once, and what differs goes between it as it is,
 * in deflate's stored blocks. Putting an answer together costs a copy, where compressing it costs a millisecond, and it is
 * about as small.
 */
import { constants, crc32, deflateRawSync } from 'node:zlib';

/** Text that stays the same. */
export interface Piece {
  readonly plain: Buffer;
  /** Blocks of deflate that end on a whole byte. */
  readonly deflated: Buffer;
  /** Its CRC-32, and what that of all before it is multiplied by when it is appended. */
  readonly sum: number;
  readonly shift: number;
}

/** How far back deflate can point. */
const windowBytes = 32 * 1024;
/** Stands in UTF-8 nowhere, so that no piece ever points into what stands in a gap. */
const nowhere = 0xff;

/**
 * Compresses the texts between which `gaps` lie: how many bytes go into each; null where that differs, and what comes
 * after it cannot point to what came before.
 */
export function compressPieces(texts: readonly string[], gaps: readonly (number | null)[]): Piece[] {
  let before: Buffer = Buffer.alloc(0);
  return texts.map((text, place) => {
    const plain = Buffer.from(text);
    const shift = powerOfX(8 * plain.length);
    const piece = { plain, deflated: deflateAfter(before, plain), sum: crc32(plain), shift };
    const gap = gaps[place] ?? null;
    const known = gap === null ? [] : [before, plain, Buffer.alloc(gap, nowhere)];
    before = Buffer.concat(known).subarray(-windowBytes);
    return piece;
  });
}

function deflateAfter(dictionary: Buffer, plain: Buffer): Buffer {
  if (plain.length === 0) return plain;
  const options = { finishFlush: constants.Z_SYNC_FLUSH, memLevel: 9 };
  return deflateRawSync(plain, dictionary.length > 0 ? { ...options, dictionary } : options);
}

const head: Buffer = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/** An empty block that says that it is the last one. */
const lastBlock = Buffer.from([3, 0]);

/** Pieces, and what stands between them (shorter than 64 KiB each), as one gzip file. */
export function spliceGzip(parts: readonly (Piece | Buffer)[]): Buffer {
  const bytes: Buffer[] = [head];
  let [sum, length] = [0, 0];
  for (const part of parts) {
    if (Buffer.isBuffer(part)) {
      sum = crc32(part, sum);
      length += part.length;
      bytes.push(storedHead(part.length), part);
    } else {
      sum = (multiply(part.shift, sum) ^ part.sum) >>> 0;
      length += part.plain.length;
      bytes.push(part.deflated);
    }
  }
  const tail = Buffer.alloc(8);
  tail.writeUInt32LE(sum, 0);
  tail.writeUInt32LE(length >>> 0, 4);
  return Buffer.concat([...bytes, lastBlock, tail]);
}

function storedHead(length: number): Buffer {
  if (length > 0xffff) throw new RangeError('A stored block holds no more than 65,535 bytes');
  const block = Buffer.alloc(5);
  block.writeUInt16LE(length, 1);
  block.writeUInt16LE(~length & 0xffff, 3);
  return block;
}

/**
 * A CRC-32 is a polynomial over bits, its highest power in the lowest bit, modulo this one. To append so many bits to a
 * text multiplies its sum by that power of x, and adds theirs (`crc32_combine` of zlib, which Node does not pass on).
 */
const polynomial = 0xedb88320;
const [one, x] = [0x80000000, 0x40000000];

function multiply(a: number, b: number): number {
  let [product, shifted] = [0, b];
  for (let bit = one; bit !== 0; bit >>>= 1) {
    if ((a & bit) !== 0) product ^= shifted;
    shifted = (shifted & 1) === 1 ? (shifted >>> 1) ^ polynomial : shifted >>> 1;
  }
  return product >>> 0;
}

function powerOfX(exponent: number): number {
  let [power, square] = [one, x];
  for (let rest = exponent; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) power = multiply(square, power);
    square = multiply(square, square);
  }
  return power;
}
