/**
 * Gzip of a mostly constant text: constant parts are compressed once, and variable parts are inserted as stored deflate
 * blocks. Assembling an answer costs a copy instead of a millisecond, at about the same size.
 */
import { constants, crc32, deflateRawSync } from 'node:zlib';

/** A constant part. */
export interface Piece {
  readonly plain: Buffer;
  /** Deflate blocks that end on a byte boundary. */
  readonly deflated: Buffer;
  /** Its CRC-32, and the factor for the checksum of everything before it. */
  readonly sum: number;
  readonly shift: number;
}

/** The window size of deflate. */
const windowBytes = 32 * 1024;
/** Never occurs in UTF-8, so that no part can refer to a gap's content. */
const nowhere = 0xff;

/**
 * Compresses the constant parts. `gaps` are the lengths of the variable parts; null for a variable length, after which
 * no part can refer to an earlier one.
 */
export function compressPieces(texts: readonly string[], gaps: readonly (number | null)[]): Piece[] {
  let before: Buffer = Buffer.alloc(0);
  return texts.map((text, index) => {
    const plain = Buffer.from(text);
    const shift = powerOfX(8 * plain.length);
    const piece = { plain, deflated: deflateAfter(before, plain), sum: crc32(plain), shift };
    const gap = gaps[index] ?? null;
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
/** An empty final block. */
const lastBlock = Buffer.from([3, 0]);

/** Assembles the parts and the values between them (each under 64 KiB) into one gzip file. */
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
 * A CRC-32 is a polynomial over bits, its highest power in the lowest bit, modulo this one. Appending n bits multiplies
 * the sum by x^n and adds theirs (zlib's `crc32_combine`, which Node does not expose).
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
