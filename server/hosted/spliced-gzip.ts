/**
 * Gzip of a text most of which stays the same: what stays is compressed once, and what differs goes between it as it is,
 * in deflate's stored blocks. Putting an answer together costs a checksum and a copy, where compressing it costs a
 * millisecond, and it is about as small.
 */
import { constants, crc32, deflateRawSync } from 'node:zlib';

/** Text that stays the same. */
export interface Piece {
  readonly plain: Buffer;
  /** Blocks of deflate that end on a whole byte. */
  readonly deflated: Buffer;
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
    const piece = { plain, deflated: deflateAfter(before, plain) };
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
    const plain = Buffer.isBuffer(part) ? part : part.plain;
    sum = crc32(plain, sum);
    length += plain.length;
    if (Buffer.isBuffer(part)) bytes.push(storedHead(part.length), part);
    else bytes.push(part.deflated);
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
