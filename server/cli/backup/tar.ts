/** Tar archives (ustar) of small files, written and read as streams. */
import { Buffer } from 'node:buffer';

const blockBytes = 512;
/** Tables are split into files of this size, so that a reader can hold one whole. */
export const maxFileBytes = 4 * 1024 * 1024;

/** The archive is damaged or of another program. */
export class DamagedArchive extends Error {
  override name = 'DamagedArchive';
}

export interface ArchivedFile {
  readonly name: string;
  readonly content: Buffer;
}

/** A file in the archive: header, content, and zeros up to the next block. */
export function* tarFile({ name, content }: ArchivedFile, madeAt: Date): Generator<Buffer> {
  yield headerOf(name, content.length, madeAt);
  yield content;
  yield Buffer.alloc(paddingOf(content.length));
}

export const tarEnd = (): Buffer => Buffer.alloc(2 * blockBytes);

const paddingOf = (bytes: number): number => (blockBytes - (bytes % blockBytes)) % blockBytes;

function headerOf(name: string, bytes: number, madeAt: Date): Buffer {
  const header = Buffer.alloc(blockBytes);
  if (header.write(name, 0, 'latin1') > 100) throw new Error(`The name is too long for an archive: ${name}`);
  const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, '0')}\0`;
  const fields: [number, string][] = [
    [100, octal(0o600, 7)],
    [108, octal(0, 7)],
    [116, octal(0, 7)],
    [124, octal(bytes, 11)],
    [136, octal(Math.floor(madeAt.getTime() / 1000), 11)],
    [156, '0ustar\0'],
    [263, '00'],
  ];
  for (const [offset, text] of fields) header.write(text, offset, 'latin1');
  header.write(`${checksumOf(header).toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return header;
}

/** The sum of the header's bytes, with its own field as spaces. */
function checksumOf(header: Buffer): number {
  let sum = 0;
  for (let index = 0; index < blockBytes; index += 1) sum += index >= 148 && index < 156 ? 32 : (header[index] ?? 0);
  return sum;
}

/** The files of an archive in order. Throws {@link DamagedArchive} for a truncated archive or another format. */
export async function* readTar(stream: AsyncIterable<Buffer>): AsyncGenerator<ArchivedFile> {
  const take = taker(stream);
  for (;;) {
    const header = await take(blockBytes);
    if (header.every((byte) => byte === 0)) return;
    const isHeader = Number.parseInt(header.toString('latin1', 148, 154), 8) === checksumOf(header);
    const bytes = Number.parseInt(header.toString('latin1', 124, 135), 8);
    if (!isHeader || !(bytes <= maxFileBytes)) throw new DamagedArchive('it is damaged or not a Counterfoil backup');
    const name = header.toString('latin1', 0, 100).replace(/\0.*$/s, '');
    const content = await take(bytes);
    await take(paddingOf(bytes));
    yield { name, content };
  }
}

/** Returns a function that reads a number of bytes from a stream. */
function taker(stream: AsyncIterable<Buffer>) {
  const chunks = stream[Symbol.asyncIterator]();
  let rest: Buffer[] = [];
  let length = 0;
  return async (bytes: number): Promise<Buffer> => {
    while (length < bytes) {
      const next = await chunks.next();
      if (next.done) throw new DamagedArchive('it is incomplete');
      rest.push(next.value);
      length += next.value.length;
    }
    const all = rest.length === 1 && rest[0] ? rest[0] : Buffer.concat(rest, length);
    rest = [all.subarray(bytes)];
    length -= bytes;
    return all.subarray(0, bytes);
  };
}
